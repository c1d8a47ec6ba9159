(declaration keyword: (keyword) @_word name: (name) @name
  (#any-of? @_word "piece" "family" "stage")) @definition.class
(declaration keyword: (keyword) @_word name: (name) @name
  (#any-of? @_word "region" "cell" "group" "right" "array")) @definition.constant
(switch name: (name) @name) @definition.interface
