[
  (block)
  (values)
] @fold

(comment)+ @fold
