(declaration) @class.outer
(declaration block: (block) @class.inner)
(switch) @function.outer
(switch block: (values) @function.inner)
(value) @parameter.outer
(comment) @comment.outer
