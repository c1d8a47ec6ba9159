// A game of Full Tamerlane Chess with an exchange, a relocation, a promotion, and a draw in the citadel.
export const FEN = "11/{Pp}10/1{Pr}9/11/5K5/2N8/11/{pr}8r1/9k1/10{pt} w - - 0 1 swap=wb";
export const MOVES = "c5b7 j3j9 f6e6 j9j4 e6f7 a3a2 a9a10 j2j1 b7d8 a2a1 d8f9 j4j3 f7e7 a1h1 e7d6 j3j2 f9d10 h1h4 d6e7 h4h3 e7d6 h3h2 a10@i1 h2h1 d10e8 h1h4 e8d10 h4h1 d6c6 j2j5 d10f9 j5j7 c6c5 j7j5 c5~b8 j5j2 i1j2 h1h5 b8a9 h5h1 c5c6 h1a1 a9b10 a1a8 f9h10 a8a3 c6c7 a3a2 j2j3 a2a1 j3j4 a1a5 j4j5 a5a8 j5j6 a8a6 c7c8 a6a1 c8c9 a1d1 h10f9 d1g1 b10a10 g1b1 a10z9".split(" ");
