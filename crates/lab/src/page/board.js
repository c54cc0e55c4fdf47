'use strict';
// Draws a board. It knows no rules: what stands where comes with the page.
const Board = (() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const EMPTY = 0;

  function add(parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  // GTP skips the letter I; the other games do not.
  const letter = (about, col) => (about.grid === 'lines' ? 'ABCDEFGHJKLMNOPQRSTUVWXYZ' : 'abcdefghijklmnopqrstuvwxyz')[col];
  const number = (about, row) => (about.grid === 'lines' ? about.rows - row : row + 1);

  // The points of a move as it is written, such as C3, or b2-b3.
  function points(about, move) {
    return move.split('-').map(name => {
      for (let point = 0; point < about.cols * about.rows; point++) {
        const [col, row] = [point % about.cols, Math.floor(point / about.cols)];
        if (letter(about, col) + number(about, row) === name) return point;
      }
      return -1;
    }).filter(point => point >= 0);
  }

  // Where points lie, and how large the picture is.
  function places(about) {
    if (about.grid === 'hexagons') {
      const radius = 22, width = Math.sqrt(3) * radius, left = 40, top = 46;
      return {
        radius, unit: width,
        at: point => {
          const [col, row] = [point % about.cols, Math.floor(point / about.cols)];
          return [left + width * (col + row / 2 + 0.5), top + radius * (1 + 1.5 * row)];
        },
        size: [2 * left + width * (about.cols + (about.rows - 1) / 2), 2 * top + radius * (1.5 * about.rows + 0.5)],
      };
    }
    const unit = about.grid === 'lines' ? 36 : 48, edge = 34;
    return {
      unit,
      at: point => [edge + unit * (point % about.cols + 0.5), edge + unit * (Math.floor(point / about.cols) + 0.5)],
      size: [2 * edge + unit * about.cols, 2 * edge + unit * about.rows],
    };
  }

  function coordinates(svg, about, place) {
    const text = (x, y, name) => add(svg, 'text', { class: 'coordinate', x, y: y + 4.5, 'text-anchor': 'middle' }, name);
    for (let col = 0; col < about.cols; col++) {
      if (about.grid === 'hexagons') {
        const [x, y] = place.at(col);
        text(x - place.unit / 4, y - place.radius - 17, letter(about, col));
        continue;
      }
      const [x] = place.at(col);
      text(x, 18, letter(about, col));
      text(x, place.size[1] - 18, letter(about, col));
    }
    for (let row = 0; row < about.rows; row++) {
      const [x, y] = place.at(row * about.cols);
      if (about.grid === 'hexagons') {
        text(x - place.unit / 2 - 20, y, number(about, row));
        continue;
      }
      text(17, y, number(about, row));
      text(place.size[0] - 17, y, number(about, row));
    }
  }

  function lines(svg, about, place) {
    const corner = point => place.at(point);
    const [left, top] = corner(0), [right, bottom] = corner(about.cols * about.rows - 1);
    for (let col = 0; col < about.cols; col++) {
      const [x] = corner(col);
      add(svg, 'path', { class: 'thread', d: `M${x} ${top}V${bottom}` });
    }
    for (let row = 0; row < about.rows; row++) {
      const [, y] = corner(row * about.cols);
      add(svg, 'path', { class: 'thread', d: `M${left} ${y}H${right}` });
    }
    const side = about.cols;
    if (side !== about.rows || side < 7) return;
    // Dots for the eye, where players are used to them.
    const near = side < 13 ? 2 : 3, far = side - 1 - near, middle = (side - 1) / 2;
    const dots = [[near, near], [near, far], [far, near], [far, far]];
    if (side % 2 === 1) dots.push([middle, middle]);
    if (side === 19) dots.push([near, middle], [far, middle], [middle, near], [middle, far]);
    for (const [col, row] of dots) {
      const [cx, cy] = place.at(row * side + col);
      add(svg, 'circle', { class: 'star', cx, cy, r: 3 });
    }
  }

  function squares(svg, about, place) {
    for (let point = 0; point < about.cols * about.rows; point++) {
      const [x, y] = place.at(point), half = place.unit / 2;
      const marked = about.marks.includes(point);
      add(svg, 'rect', { class: marked ? 'square marked' : 'square', x: x - half, y: y - half, width: 2 * half, height: 2 * half });
      if (marked) add(svg, 'path', { class: 'hatch', d: `M${x - half} ${y}L${x} ${y - half}M${x - half} ${y + half}L${x + half} ${y - half}M${x} ${y + half}L${x + half} ${y}` });
    }
  }

  function hexagons(svg, about, place) {
    const { radius, unit } = place, half = unit / 2, { cols, rows } = about;
    const path = corners => 'M' + corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
    const around = (cells, steps) => path(cells.flatMap(point => {
      const [x, y] = place.at(point);
      return steps.map(([dx, dy]) => [x + dx, y + dy]);
    }));
    const row = n => Array.from({ length: cols }, (_, col) => n * cols + col);
    const col = n => Array.from({ length: rows }, (_, r) => r * cols + n);
    const [top, upper, lower, bottom] = [-radius, -radius / 2, radius / 2, radius];
    const edges = [
      ['edge second', col(0), [[-half, upper], [-half, lower], [0, bottom]]],
      ['edge second', col(cols - 1), [[0, top], [half, upper], [half, lower]]],
      ['edge first', row(0), [[-half, upper], [0, top], [half, upper]]],
      ['edge first', row(rows - 1), [[-half, lower], [0, bottom], [half, lower]]],
    ];
    for (const [name, cells, steps] of edges) {
      const edge = add(svg, 'path', { class: name, d: around(cells, steps) });
      add(edge, 'title', {}, `an edge of ${about.sides[name === 'edge first' ? 0 : 1]}`);
    }
    for (let point = 0; point < cols * rows; point++) {
      const hexagon = [[0, top], [half, upper], [half, lower], [0, bottom], [-half, lower], [-half, upper]];
      add(svg, 'path', { class: 'hexagon', d: around([point], hexagon) + 'Z' });
    }
  }

  function piece(svg, about, place, point, what) {
    const [x, y] = place.at(point), side = what === 1 ? 'first' : 'second', name = about.sides[what - 1];
    const group = add(svg, 'g', { class: 'piece ' + side, 'data-point': point });
    if (about.grid !== 'squares') {
      add(group, 'circle', { class: 'stone', cx: x, cy: y, r: place.unit * (about.grid === 'lines' ? 0.46 : 0.37) });
    } else if (name.length === 1) {
      add(group, 'text', { class: 'sign', x, y: y + 13, 'text-anchor': 'middle' }, name.toUpperCase());
    } else {
      const r = place.unit * 0.36;
      if (what === 1) add(group, 'circle', { class: 'unit', cx: x, cy: y, r });
      else add(group, 'rect', { class: 'unit', x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 3 });
      add(group, 'text', { class: 'letter', x, y: y + 5, 'text-anchor': 'middle' }, name[0].toUpperCase());
    }
  }

  // Draws `stones`, by point, and shows the move that led here: `move` as written, `step` the points that it changed.
  function draw(box, about, stones, move, step, label) {
    const place = places(about);
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', `0 0 ${place.size[0].toFixed(0)} ${place.size[1].toFixed(0)}`);
    svg.setAttribute('class', about.grid);
    // Small boards need not fill the page.
    svg.style.maxWidth = `${(1.7 * place.size[0]).toFixed(0)}px`;
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
    add(svg, 'rect', { class: 'wood', width: place.size[0].toFixed(0), height: place.size[1].toFixed(0), rx: 6 });
    ({ lines, squares, hexagons })[about.grid](svg, about, place);
    coordinates(svg, about, place);
    const moved = move === undefined ? [] : points(about, move);
    if (about.grid === 'squares') {
      for (const point of moved.slice(-1)) {
        const [x, y] = place.at(point), half = place.unit / 2 - 1.5;
        add(svg, 'rect', { class: 'latest', x: x - half, y: y - half, width: 2 * half, height: 2 * half });
      }
    }
    stones.forEach((what, point) => { if (what !== EMPTY) piece(svg, about, place, point, what); });
    // What has been taken leaves a cross.
    for (const change of step) {
      const point = Math.floor(change / 3);
      if (change % 3 !== EMPTY || moved.includes(point)) continue;
      const [x, y] = place.at(point), d = place.unit * 0.16;
      add(svg, 'path', { class: 'taken', d: `M${x - d} ${y - d}L${x + d} ${y + d}M${x - d} ${y + d}L${x + d} ${y - d}` });
    }
    if (moved.length === 2) {
      const [[x1, y1], [x2, y2]] = moved.map(place.at);
      const [dx, dy] = [x2 - x1, y2 - y1].map(d => d / Math.hypot(x2 - x1, y2 - y1));
      const [ex, ey] = [x2 - dx * place.unit * 0.4, y2 - dy * place.unit * 0.4], w = 6;
      add(svg, 'path', { class: 'way', d: `M${x1} ${y1}L${ex} ${ey}` });
      add(svg, 'path', { class: 'tip', d: `M${ex + dx * w} ${ey + dy * w}L${ex - dx * w - dy * w} ${ey - dy * w + dx * w}L${ex - dx * w + dy * w} ${ey - dy * w - dx * w}Z` });
    } else if (moved.length === 1 && about.grid !== 'squares') {
      const [cx, cy] = place.at(moved[0]);
      add(svg, 'circle', { class: 'latest ' + (stones[moved[0]] === 1 ? 'on-first' : 'on-second'), cx, cy, r: place.unit * 0.17 });
    }
    box.replaceChildren(svg);
  }

  return { draw };
})();
