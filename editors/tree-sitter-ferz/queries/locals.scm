(declaration name: (name) @local.definition)
(switch name: (name) @local.definition)
