'use strict';
(() => {
  const by = id => document.getElementById(id);

  const root = document.documentElement, theme = by('theme');
  const isDark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const name = () => {
    theme.textContent = isDark() ? 'Light' : 'Dark';
    theme.setAttribute('aria-label', isDark() ? 'light colours' : 'dark colours');
  };
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
  });
  name();

  // A box that scrolls sideways says on which sides there is more.
  const edges = box => {
    const sides = [];
    if (box.scrollLeft > 1) sides.push('before');
    if (box.scrollLeft + box.clientWidth < box.scrollWidth - 1) sides.push('after');
    if (sides.length > 0) box.dataset.more = sides.join(' ');
    else delete box.dataset.more;
  };
  const resized = new ResizeObserver(entries => {
    for (const box of new Set(entries.map(entry => entry.target.closest('.scroll')))) edges(box);
  });
  for (const box of document.querySelectorAll('.scroll')) {
    box.addEventListener('scroll', () => edges(box), { passive: true });
    resized.observe(box);
    for (const inside of box.children) resized.observe(inside);
  }

  const { columns, boards, games } = JSON.parse(by('games').textContent);
  if (games.length === 0) return;
  const cells = JSON.parse(by('tables').textContent).cells;
  const viewer = by('viewer');
  by('stage').hidden = false;
  let at = 0, ply = 0;

  function option(select, value, text) {
    const element = document.createElement('option');
    element.value = value;
    element.textContent = text;
    select.appendChild(element);
  }
  const plural = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;
  for (const cell of new Set(games.map(game => game.cell))) {
    const { game, size, budget, a, b } = cells[cell];
    option(by('cell'), cell, `${game} ${size}, ${budget}: ${a} against ${b}`);
  }
  const movesOf = game => game.moves.split(' ').filter(move => move !== '');

  function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function row(parent, kind, texts) {
    const line = parent.appendChild(element('tr'));
    texts.forEach((text, index) => line.appendChild(element(index === 0 ? 'th' : kind, text)));
  }

  function open(index, where = 0) {
    at = (index + games.length) % games.length;
    const game = games[at], about = boards[game.cell], moves = movesOf(game);
    by('cell').value = game.cell;
    by('game').replaceChildren();
    games.forEach((other, number) => {
      if (other.cell !== game.cell) return;
      option(by('game'), number, `${other.id.slice(-6)}: ${other.players[0]} first, ${other.result}, ${plural(movesOf(other).length, 'move')}`);
    });
    by('game').value = at;
    by('players').replaceChildren(...game.players.flatMap((player, side) => {
      const sign = element('span', about ? about.sides[side] : '', 'side ' + (side === 0 ? 'first' : 'second'));
      return [...(side ? [document.createTextNode(' against ')] : []), element('b', player), document.createTextNode(' '), sign];
    }));
    by('result').textContent = `Result: ${game.result}. ${plural(moves.length, 'move')}.` +
      (game.opening ? ` The first ${plural(game.opening, 'move')}: opening, chosen by no player.` : '') +
      (game.broken ? ` The rules here do not allow all of it: ${game.broken}.` : '');
    by('moves').replaceChildren(...moves.map((move, number) => {
      const item = element('li'), button = item.appendChild(element('button'));
      button.type = 'button';
      button.append(element('span', number + 1), ' ' + move);
      button.className = (game.turns[number] === '2' ? 'second' : 'first') + (number < game.opening ? ' opening' : '');
      button.disabled = number >= game.steps.length;
      // The arrows and the slider reach every move; the tab key need not stop at each.
      button.tabIndex = -1;
      button.addEventListener('click', () => go(number + 1));
      return item;
    }));
    const [head, body] = [by('usage').tHead, by('usage').tBodies[0]];
    head.replaceChildren();
    body.replaceChildren();
    row(head, 'th', ['', ...columns]);
    game.players.forEach((player, side) => row(body, 'td', [player, ...(game.usage[side] || columns.map(() => '–'))]));
    by('legend').textContent = about && about.legend ? `${about.legend[0].toUpperCase()}${about.legend.slice(1)}.` : '';
    by('legend').hidden = by('legend').textContent === '';
    by('about').textContent = `${game.id}, ${game.about}`;
    by('ply').max = game.steps.length;
    go(where);
  }

  function go(to) {
    const game = games[at], about = boards[game.cell], moves = movesOf(game);
    ply = Math.max(0, Math.min(game.steps.length, to));
    const box = by('board');
    box.dataset.ply = ply;
    box.dataset.game = game.id;
    by('ply').value = ply;
    const note = game.notes.filter(([from]) => from <= ply).pop();
    const side = about && ply > 0 ? about.sides[game.turns[ply - 1] - 1] : '';
    const parts = [ply === 0 ? 'Start' : `Move ${ply} of ${moves.length}: ${side} ${moves[ply - 1]}`];
    if (ply === moves.length && ply > 0) parts.push(game.result);
    if (note) parts.push(note[1]);
    const text = parts.join(' · ');
    by('now').textContent = text;
    if (about) {
      const stones = new Array(about.cols * about.rows).fill(0);
      for (const step of [game.start, ...game.steps.slice(0, ply)]) {
        for (const change of step) stones[Math.floor(change / 3)] = change % 3;
      }
      Board.draw(box, about, stones, moves[ply - 1], ply > 0 ? game.steps[ply - 1] : [], `${about.name}. ${text}`);
    } else {
      box.textContent = game.broken || '';
    }
    const list = by('moves');
    for (const button of list.querySelectorAll('[aria-current]')) {
      button.removeAttribute('aria-current');
      button.tabIndex = -1;
    }
    const current = ply > 0 ? list.children[ply - 1].firstChild : null;
    if (current) {
      current.setAttribute('aria-current', 'step');
      current.tabIndex = 0;
    }
    // The list follows; the page stays where it is.
    const top = current ? current.offsetTop - list.offsetTop : 0;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30) list.scrollTop = top - list.clientHeight / 2;
  }

  const keys = {
    ArrowLeft: () => go(ply - 1),
    ArrowRight: () => go(ply + 1),
    Home: () => go(0),
    End: () => go(Infinity),
    n: () => open(at + 1),
    p: () => open(at - 1),
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    const inside = viewer.contains(event.target);
    const box = by('stage').getBoundingClientRect();
    // With nothing chosen, the arrows belong to the board that is on the screen; Home and End always to the page.
    const seen = event.target === document.body && box.top < innerHeight && box.bottom > 0 && !['Home', 'End'].includes(event.key);
    if (!(inside || seen) || event.target.tagName === 'SELECT') return;
    event.preventDefault();
    keys[event.key]();
  });
  const click = (id, action) => by(id).addEventListener('click', action);
  click('first', keys.Home);
  click('back', keys.ArrowLeft);
  click('on', keys.ArrowRight);
  click('last', keys.End);
  click('previous', keys.p);
  click('next', keys.n);
  by('ply').addEventListener('input', () => go(Number(by('ply').value)));
  by('cell').addEventListener('change', () => open(games.findIndex(game => game.cell === Number(by('cell').value))));
  by('game').addEventListener('change', () => open(Number(by('game').value)));
  open(0);
})();
