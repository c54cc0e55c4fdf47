"""Opens pages of `cargo xtask report` in Chromium, steps through a game of each kind by keys and buttons, switches light and
dark, and looks for errors, requests to elsewhere, labels that lie on each other and lines that are too wide.

Needs nothing but Python's library: chromedriver is spoken to over HTTP (https://www.w3.org/TR/webdriver2/). Ends with 77, and a
line that says why, when chromium or chromedriver is missing. With --pictures it also saves what it sees; with --picture it only
saves the table and charts of one game.
"""

import argparse
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

parser = argparse.ArgumentParser(description="Looks at pages of cargo xtask report in Chromium.")
parser.add_argument("--pictures", metavar="FOLDER", help="save pictures of all that is looked at")
parser.add_argument("--picture", nargs=2, metavar=("GAME", "FILE"), help="save the table and charts of a game, and do nothing else")
parser.add_argument("pages", nargs="+", help="files called report.html")
args = parser.parse_args()
for page in args.pages:
    if not os.path.isfile(page):
        parser.error(f"{page}: no such file")

driver = shutil.which("chromedriver")
chromium = shutil.which("chromium") or shutil.which("chromium-browser")
for program, name in [(chromium, "chromium"), (driver, "chromedriver")]:
    if program is None:
        print(f"{name} is not installed")
        sys.exit(77)

# Whatever proxy the machine uses, chromedriver is not behind it.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"left": "\ue012", "right": "\ue014", "home": "\ue011", "end": "\ue010"}
ALLOWED = ("file:", "data:")


class Browser:
    def __init__(self, server, profile):
        self.server, self.session = server, ""
        options = {
            "binary": chromium,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--hide-scrollbars", f"--user-data-dir={profile}",
            ],
        }
        # A busy machine may take its time.
        capabilities = {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "timeouts": {"script": 120_000, "pageLoad": 300_000},
        }
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = "/session/" + made["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with DIRECT.open(request, timeout=320) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.read().decode()[:500]}")

    def run(self, script, *values):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(values)})

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def press(self, key):
        key = KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def develop(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def width(self, width, height=900):
        self.develop("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        # Without smooth scrolling a click finds its place at once.
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        self.develop("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def picture(self, name, selector=None):
        if args.pictures is None:
            return
        if selector is None:
            size = self.develop("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 12000), "scale": 1}
            shot = self.develop("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        else:
            shot = self.call("GET", f"/element/{self.find(selector)}/screenshot")
        os.makedirs(args.pictures, exist_ok=True)
        save(os.path.join(args.pictures, name + ".png"), shot)


def save(path, shot):
    with open(path, "wb") as file:
        file.write(base64.b64decode(shot))


def check(truth, what):
    if not truth:
        sys.exit(f"{page}: {what}")


BOARD = "const b = document.getElementById('board'); return [b.dataset.game, Number(b.dataset.ply), b.innerHTML]"

# Texts of a picture whose boxes lie on each other; slanted ones are left out, their boxes say nothing.
OVERLAPS = r"""
const found = [];
for (const svg of document.querySelectorAll('main svg')) {
  const texts = [...svg.querySelectorAll('text:not([transform])')].map(text => [text, text.getBoundingClientRect()]);
  texts.forEach(([one, a], index) => {
    if (a.width === 0) return;
    for (const [other, b] of texts.slice(index + 1)) {
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (x > 1 && y > 3) found.push(one.textContent + ' / ' + other.textContent);
    }
  });
}
return found"""

# Texts that are cut off at the edge of their picture.
CUT = r"""
const cut = [];
for (const svg of document.querySelectorAll('main svg')) {
  const frame = svg.getBoundingClientRect();
  for (const text of svg.querySelectorAll('text')) {
    const box = text.getBoundingClientRect();
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) cut.push(text.textContent);
  }
}
return cut"""

# What sticks out of the page; what scrolls in its own box does not count.
TOO_WIDE = """
const inside = element => element.closest('.scroll, pre') !== null && !element.matches('.scroll, pre');
const wide = [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > innerWidth + 0.5);
return wide.filter(element => !inside(element)).map(element => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 30))"""

# Boxes that scroll sideways: whether there is more than is seen, and whether that shows.
SCROLLING = """
const settled = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
return settled().then(() => [...document.querySelectorAll('.scroll, pre')].filter(box => box.clientWidth > 0).map(box => ({
  wide: box.scrollWidth > box.clientWidth + 1,
  sign: getComputedStyle(box).maskImage !== 'none',
  results: box.querySelector('.results') !== null,
  columns: box.querySelectorAll('thead th').length,
  text: box.textContent.slice(0, 40),
})))"""

SCROLLED_TO_THE_END = """
const wide = [...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth + 1);
for (const box of wide) box.scrollLeft = box.scrollWidth;
const settled = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
return settled().then(() => wide.map(box => ({ more: box.dataset.more, text: box.textContent.slice(0, 40) })))"""

COLOURS = "const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]"


def light(colour):
    return sum(float(part) for part in re.findall(r"[\d.]+", colour)[:3])


def step_through(browser, name):
    """A game, by keys and by buttons; the board must change with every move."""
    browser.click("#board")
    before = browser.run(BOARD)
    check(before[1] == 0, f"{name}: a game begins at move {before[1]}")
    seen = [before[2]]
    for action in ["key", "button", "key"]:
        browser.press("right") if action == "key" else browser.click("#on")
        now = browser.run(BOARD)
        check(now[1] == len(seen), f"{name}: after {len(seen)} moves by {action} the board is at {now[1]}")
        check(now[2] not in seen, f"{name}: move {now[1]} by {action} has not changed the board")
        check(browser.run("return document.querySelectorAll('#moves [aria-current]').length") == 1, f"{name}: no move is marked")
        seen.append(now[2])
    browser.press("left")
    check(browser.run(BOARD)[1:] == [2, seen[2]], f"{name}: a move back is another board")
    browser.click("#back")
    check(browser.run(BOARD)[1:] == [1, seen[1]], f"{name}: a move back by the button is another board")
    browser.press("end")
    end = browser.run(BOARD)
    moves = browser.run("return document.querySelectorAll('#moves li').length")
    check(end[1] == moves > 3, f"{name}: the end is move {end[1]} of {moves}")
    browser.picture(f"{title}-{name}", "#viewer")
    browser.press("home")
    check(browser.run(BOARD)[1:] == [0, seen[0]], f"{name}: the start is another board")
    browser.click("#last")
    check(browser.run(BOARD)[1] == moves, f"{name}: the button does not go to the end")
    game = end[0]
    browser.press("n")
    check(browser.run(BOARD)[0] != game and browser.run(BOARD)[1] == 0, f"{name}: no next game")
    browser.click("#previous")
    check(browser.run(BOARD)[0] == game, f"{name}: no way back to the game")


def no_errors(browser):
    errors = [entry["message"] for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    check(not errors, f"errors on the console: {errors[:3]}")


def visit(browser):
    browser.width(1240)
    browser.prefer("light")
    browser.call("POST", "/url", {"url": "file://" + os.path.abspath(page)})
    no_errors(browser)
    cells = json.loads(browser.run("return document.getElementById('tables').textContent"))["cells"]
    tables = json.load(open(os.path.join(os.path.dirname(page), "tables.json"), encoding="utf-8"))
    check(cells == tables["cells"], "its figures are not those of tables.json")

    first = browser.run(COLOURS)
    check(light(first[0]) > light(first[1]), f"light colours are {first}")
    browser.picture(f"{title}-light")
    browser.click("#theme")
    dark = browser.run(COLOURS)
    check(light(dark[0]) < light(dark[1]), f"dark colours are {dark}")
    browser.picture(f"{title}-dark")
    browser.click("#theme")
    check(browser.run(COLOURS) == first, "dark and light again is not as before")
    browser.call("POST", "/refresh", {})
    browser.prefer("dark")
    check(browser.run(COLOURS) == dark, "it is not dark where people prefer that")
    browser.prefer("light")

    browser.run("document.querySelectorAll('details').forEach(details => { details.open = true })")
    overlaps = browser.run(OVERLAPS)
    check(not overlaps, f"labels lie on each other: {overlaps[:5]}")
    cut = browser.run(CUT)
    check(not cut, f"labels are cut off: {cut[:5]}")
    browser.width(375)
    browser.picture(f"{title}-narrow")
    wide = browser.run(TOO_WIDE)
    check(not wide, f"these stick out of a window of 375: {wide[:6]}")
    browser.width(420)
    browser.picture(f"{title}-420")
    boxes = browser.run(SCROLLING)
    bare = [box for box in boxes if box["wide"] and not box["sign"]]
    check(not bare, f"these are cut off at 420 without a sign that they scroll: {bare[:6]}")
    lying = [box for box in boxes if not box["wide"] and box["sign"]]
    check(not lying, f"these look as if they scrolled: {lying[:6]}")
    cut = [box for box in boxes if box["wide"] and box["results"] and box["columns"] <= 4]
    check(not cut, f"these results do not fit into 420: {cut[:6]}")
    for box in browser.run(SCROLLED_TO_THE_END):
        check(box["more"] == "before", f"at its end it shows more at '{box['more']}': {box['text']}")
    browser.width(1240)

    kinds = {}
    shown = browser.run("return [...document.querySelectorAll('#cell option')].map(option => Number(option.value))")
    for cell in shown:
        kinds[cells[cell]["game"]] = cell
    for kind, cell in kinds.items():
        browser.click(f"#cell option[value='{cell}']")
        step_through(browser, kind)

    no_errors(browser)
    requests = 0
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        # Chromium's own empty page asks for something, too.
        if message["method"] == "Network.requestWillBeSent" and message["params"]["documentURL"].startswith("file:"):
            url = message["params"]["request"]["url"]
            check(url.startswith(ALLOWED), f"it asks for {url}")
            requests += 1
    check(requests > 0, "no request was seen, not even that for the page")
    return set(kinds)


FROM_TITLE_TO_CHARTS = """
const group = document.getElementById(arguments[0]), edge = 20;
const [title, charts] = [group.querySelector('h2'), group.querySelector('.charts')].map(element => element.getBoundingClientRect());
const top = title.top + scrollY + 2;
return { x: charts.left - edge, y: top, width: charts.width + 2 * edge, height: charts.bottom + scrollY - top - 8, scale: 1 }"""


def picture_of(browser, game, path):
    browser.width(1240)
    browser.prefer("light")
    browser.call("POST", "/url", {"url": "file://" + os.path.abspath(page)})
    ids = browser.run("return [...document.querySelectorAll('.group')].map(group => [group.id, group.querySelector('h2').textContent])")
    for id, title in ids:
        if title.startswith(game + ":"):
            clip = browser.run(FROM_TITLE_TO_CHARTS, id)
            save(path, browser.develop("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"])
            return
    sys.exit(f"{page}: no section is about {game}, but {', '.join(title for _, title in ids)}")


profile = tempfile.mkdtemp(prefix="gametree-browser-")
server = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
browser = None
try:
    port = None
    for line in server.stdout:
        match = re.search(r"successfully on port (\d+)", line)
        if match:
            port = match[1]
            break
    if port is None:
        sys.exit("chromedriver did not say on which port it listens")
    browser = Browser(f"http://127.0.0.1:{port}", profile)
    kinds = set()
    for page in args.pages:
        if args.picture:
            picture_of(browser, *args.picture)
            continue
        title = os.path.basename(os.path.dirname(os.path.abspath(page)))
        kinds |= visit(browser)
    if not args.picture:
        print(f"{len(args.pages)} pages, a game each of {', '.join(sorted(kinds))}")
finally:
    if browser is not None:
        browser.call("DELETE", "")
    server.terminate()
    server.wait()
    shutil.rmtree(profile, ignore_errors=True)
