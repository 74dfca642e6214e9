// A player for `ludoteka arena`, see engine.md: `ludoteka arena abak 1 "node choosing_bot.js"`.
// It takes the move whose text names the most squares: not a great plan, but it works in every game.
const lines = require("node:readline").createInterface({ input: process.stdin });

const squares = (move) => (move.match(/[a-z]?\d+/gi) ?? []).length;

lines.on("line", (line) => {
  const { id, legal } = JSON.parse(line);
  const move = legal.reduce((best, next) => (squares(next) > squares(best) ? next : best));
  console.log(JSON.stringify({ id, move }));
});
