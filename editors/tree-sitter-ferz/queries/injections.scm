; The notation of moves is part of this grammar, so nothing is injected for it.
((comment) @injection.content
  (#set! injection.language "comment"))
