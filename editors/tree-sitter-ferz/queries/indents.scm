[
  (block)
  (values)
  (list)
  (group)
] @indent.begin

(block "}" @indent.branch @indent.end)
(values "}" @indent.branch @indent.end)
(list "]" @indent.branch @indent.end)
(group ")" @indent.branch @indent.end)
(comment) @indent.auto
