// Plays a game of Full Tamerlane Chess from its start: a relocation, a swap, a promotion, and a draw in the citadel.
export const MOVES = `
a3a4 h10j7 a4a5 b9a7 a5a6 a9b9 c4c5 a7c6 a6a7 d10b7 a7b8 b7d10 b8c9 b9b7 c9d10 c6b4 d10@b9 b7b8 c5c6 c10d7
e3e4 j9h10 a2a8 e8e7 c1a2 b4d3 f2~a2 e10c10 a8a10 b8a8 a10a8 d7c4 e1e3 k8k7 a8a3 c10e10 b3b4 e9e8 j2k4 d3c5
b4c5 i7i6 a2b3 c4d7 b3b4 d7c10 b4a5 j7h4 g3h4 f10i7 a5a6 b10b7 c6b7 c10d7 a6a7 d7g6 b1b4 g6j7 e3g3 j7g6 b7c8
e8e9 k4j2 k9k8 c8c9 d8d7 c9c10 i6i5 a7a8 f9f10 a8z9
`.trim().split(/\s+/);
