// Sabaki's own libraries play games through two engines, go to and fro in them and analyse; then they read the games of runs.
// Arguments: the program of the board, then folders of runs.
let gtp, sgf
try {
  gtp = require('@sabaki/gtp')
  sgf = require('@sabaki/sgf')
} catch (error) {
  // What is there and cannot be loaded is broken, not missing.
  if (error.code !== 'MODULE_NOT_FOUND') throw error
  console.log('@sabaki/gtp and @sabaki/sgf are not installed')
  process.exit(77)
}
const assert = require('assert'), fs = require('fs'), path = require('path')
const [program, ...folders] = process.argv.slice(1)
// An engine that never answers must not hold everything up. It ends when its input does.
setTimeout(() => {
  console.error('no reply within two minutes')
  process.exit(1)
}, 120000).unref()

function start(game, size) {
  const args = ['gtp', game, '--size', `${size}`, '--budget', 'playouts=50', '--resign', '0.2']
  const tracker = gtp.ControllerStateTracker.fromController(program, args)
  tracker.ask = async (name, ...args) => {
    const reply = await tracker.controller.sendCommand({name, args})
    assert(!reply.error, `${game}: ${name} ${args}: ${reply.content}`)
    return reply.content
  }
  return tracker
}

// A whole game, each engine moving in its turn; returns the moves.
async function play(trackers, state) {
  for (let ply = 0; ; ply++) {
    const tracker = trackers[ply % 2], color = 'BW'[ply % 2]
    await tracker.sync(state)
    const vertex = (await tracker.ask('genmove', color)).toUpperCase()
    if (vertex === 'RESIGN') return
    state.history = [...state.history, {name: 'play', args: [color, vertex]}]
    assert.deepStrictEqual(tracker.state.history, state.history)
    if (state.history.slice(-2).every(move => move.args[1] === 'PASS')) return
  }
}

async function analyse(tracker, color) {
  let seen
  const lines = new Promise(resolve => { seen = resolve })
  const analysis = tracker.controller.sendCommand({name: 'lz-analyze', args: [color, '1']}, ({line}) => {
    if (line.startsWith('info ')) seen(line)
  })
  const info = /^info move \w+ visits \d+ winrate \d+ .*?pv( (pass|[a-zA-Z]\d+))+( info |$)/
  assert.match(await lines, info)
  // As Sabaki ends an analysis.
  await tracker.ask('protocol_version')
  assert(!(await analysis).error)
}

async function games() {
  let count = 0
  for (const [game, size] of [['go', 7], ['atarigo', 7], ['nogo', 5], ['hex', 5]]) {
    const trackers = [start(game, size), start(game, size)]
    for (const handicap of game === 'go' ? [[], ['C3', 'E5']] : [[]]) {
      const history = handicap.length ? [{name: 'set_free_handicap', args: handicap}, {name: 'play', args: ['W', 'C5']}] : []
      const state = {komi: 6.5, boardsize: [size, size], timeSettings: {mainTime: 600, byoyomiTime: 0, byoyomiStones: 0}, history}
      await play(trackers, state)
      const all = state.history, end = all.length
      assert(end > 6, `${game}: ${end} moves`)
      // Back, forth, and back again: the one goes by undo where it can, the other begins anew.
      for (const length of [end - 1, end, end - 3, Math.ceil(end / 2) + 1, 0, end, 2]) {
        state.history = all.slice(0, length)
        await trackers[1].ask('clear_board')
        for (const tracker of trackers) await tracker.sync(state)
        const [one, other] = await Promise.all(trackers.map(tracker => tracker.ask('gogui-rules_board')))
        assert.strictEqual(one, other, `${game} after ${length} of ${end} moves`)
      }
      await analyse(trackers[0], 'BW'[state.history.length % 2])
      count++
    }
    for (const {controller} of trackers) {
      await controller.stop(5000)
      assert.strictEqual(controller.process, null)
    }
  }
  return count
}

// The moves of a file as a record has them.
function moves(root, game, rows) {
  const found = []
  for (let node = root.children[0]; node; node = node.children[0]) {
    const [value] = node.data['BW'[found.length % 2]]
    const [x, y] = sgf.parseVertex(value)
    found.push(game === 'hex' ? value : value === '' ? 'pass' : `${'abcdefghjklmnopqrstuvwxyz'[x]}${rows - y}`)
  }
  return found.join(' ')
}

function records() {
  let count = 0
  for (const folder of folders) for (const name of fs.readdirSync(folder).filter(name => /^games-.*\.jsonl$/.test(name))) {
    for (const line of fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter(line => line)) {
      const record = JSON.parse(line), file = path.join(folder, 'sgf', `${record.id}.sgf`)
      const [root] = sgf.parseFile(file), {game, size} = record.cell
      const [cols, rows = cols] = size.split('x'), written = cols === rows ? cols : `${cols}:${rows}`
      assert.deepStrictEqual([root.data.SZ[0], root.data.PB[0], root.data.PW[0]], [written, record.first, record.second], file)
      assert.strictEqual(moves(root, game, +rows), record.moves.toLowerCase(), file)
      const winner = {[record.first]: 'B', [record.second]: 'W'}[record.winner]
      if (record.winner) assert.strictEqual(root.data.RE[0].split('+')[0], winner, file)
      count++
    }
  }
  return count
}

games().then(count => console.log(`${count} games, ${records()} files`)).catch(error => {
  console.error(error)
  process.exit(1)
})
