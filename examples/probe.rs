use ferz::library::*; use ferz::resolve::*;
fn main(){ for a in std::env::args().skip(1) { let s=Shelf::new(&NoFiles); let g=Game::open(&built_in(&a).unwrap(), &s, Default::default());
 for d in g.check() { let l=d.labels[0].span; println!("{:?} {} {:?} {}:{:?} `{}` help {:?}", d.severity,d.code,d.message, g.sources.get(l.file).map(|s|s.name.clone()).unwrap_or_default(), g.sources.line_column(l), g.sources.slice(l), d.help);} 
 let (v,_)=g.variant(&Selection::default()); println!("{a}: {} switches {}", v.is_some(), g.switches().len()); if let Some(v)=v { println!("{} kinds {} turns {} men", v.kinds.len(), v.turns.len(), v.setup.len()); } } }
