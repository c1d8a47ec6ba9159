; What each part of a rule file is. Later patterns win in Neovim and Helix.

(comment) @comment
(string) @string
(number) @number
(rank) @number
(operator) @operator
["," ";"] @punctuation.delimiter
["[" "]" "(" ")" "{" "}" "|"] @punctuation.bracket
["and" "or"] @keyword

; Words inside statements that are no names of the game.
((word) @keyword
  (#any-of? @keyword
    "a" "add" "all" "also" "always" "an" "any" "as" "at" "attacked" "attacking" "attacks"
    "becomes" "beside" "binds" "black" "board" "both" "bringing" "by" "can" "captures" "capturing"
    "check" "claim" "counts" "draw" "drop" "each" "either" "empty" "ends" "enemies" "enemy"
    "every" "except" "exchange" "extends" "face" "file" "first" "for" "from" "grid" "hand" "has"
    "home" "if" "in" "is" "it" "its" "itself" "last" "leader" "leaders" "leaving" "left" "loss"
    "may" "mirrored" "more" "move" "moves" "must" "no" "non-royal" "non-royals" "not" "of" "on"
    "once" "one" "only" "orthogonally" "other" "outside" "over" "own" "piece" "pieces" "provided"
    "put" "quiet" "rank" "regained" "repeated" "resets" "right" "royal" "royals" "some" "still"
    "the" "through" "time" "to" "turned" "used" "when" "while" "white" "win" "with" "without"))

(keyword) @keyword
(marks (key) @attribute)

; Names where they are declared.
(declaration name: (name) @variable)
(declaration keyword: (keyword) @keyword name: (name) @type
  (#any-of? @keyword "piece" "family" "stage" "group"))
(declaration keyword: (keyword) @keyword name: (name) @constant
  (#any-of? @keyword "region" "cell"))
(declaration keyword: (keyword) @keyword name: (name) @function
  (#any-of? @keyword "action" "right"))
(declaration keyword: (keyword) @keyword name: (name) @module
  (#any-of? @keyword "variant" "source" "array"))
(line name: (name) @label)
(switch name: (name) @property)
(under switch: (name) @property)
(value name: (name) @constant)
(value default: "*" @operator)

; A drawing.
(square) @character
((square) @comment
  (#any-of? @comment "." "*"))

; The notation of moves.
(notation "`" @punctuation.special)
(atom) @string.special
(coordinates) @string.special
(modifiers) @string.special.symbol
(range) @number
(step) @operator
(exempt) @operator
(legs ["[" "]"] @punctuation.bracket)
