'use strict';
// The table's state, its last rulings and what a unit may do, kept up to date by server-sent events.
// Everything that comes from the table is put in as text, never as HTML. Texts marked with tr are put in by the server, in the reader's language.
(() => {
  const $ = (id) => document.getElementById(id);
  const token = new URLSearchParams(location.search).get('token');
  const lang = document.documentElement.lang;
  const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (place, number) => values[number]);
  const address = (path, query = {}) => {
    const all = new URLSearchParams({...query, lang, ...(token ? {token} : {})}).toString();
    return path + (all ? '?' + all : '');
  };
  const kMost = 20, kBetweenLooks = 5000;
  const words = {yes: '{{tr yes }}', no: '{{tr no }}', too_close: '{{tr too close to call }}'};
  let state = null;
  let again = 0;

  function element(name, text, kind) {
    const out = document.createElement(name);
    if (text !== undefined) out.textContent = text;
    if (kind) out.className = kind;
    return out;
  }

  function line(verdict, says, rule) {
    const out = element('li', undefined, verdict in words ? verdict : '');
    if (verdict in words) out.append(element('span', fill('{{tr {0}: }} ', words[verdict]), 'word'));
    out.append(says);
    if (rule) out.append(' ', element('span', '(' + rule + ')', 'rule'));
    return out;
  }

  function armies() {
    const table = element('table');
    const head = table.createTHead().insertRow();
    for (const [says, kind] of [['{{tr Army }}', ''], ['{{tr Seen }}', 'number'], ['{{tr Lost }}', 'number']]) {
      const cell = element('th', says, kind);
      cell.scope = 'col';
      head.append(cell);
    }
    const counted = new Map();
    const sides = [...(state.pieces || []).map((piece) => piece.army), ...(state.squares || []).map((man) => man.side)];
    for (const side of sides) if (side) counted.set(side, (counted.get(side) || 0) + 1);
    const lost = new Map(state.caption.losses.map((army) => [army.army, army.lost]));
    const body = table.createTBody();
    const shown = new Map(state.caption.losses.map((army) => [army.army, army.name]));
    for (const name of new Set([...counted.keys(), ...lost.keys()])) {
      const row = body.insertRow();
      const who = element('th', shown.get(name) || name);
      who.scope = 'row';
      row.append(who, element('td', counted.get(name) || 0, 'number'), element('td', lost.get(name) || 0, 'number'));
    }
    $('armies').replaceChildren(body.rows.length ? table : element('p', '{{tr Nobody has been counted yet. }}', 'quiet'));
  }

  function units() {
    $('what-may').hidden = Boolean(state.squares);  // of a board nobody is asked about by units
    const select = $('unit');
    const chosen = select.value;
    const names = [...new Set((state.pieces || []).map((piece) => piece.unit).filter(Boolean))].sort();
    if (names.join() === [...select.options].slice(1).map((option) => option.value).join()) return;
    select.replaceChildren(new Option('{{tr choose one }}', ''), ...names.map((name) => new Option(name, name)));
    select.value = names.includes(chosen) ? chosen : '';
  }

  function may() {
    const chosen = $('unit').value;
    const lines = [];
    for (const aim of (state.rulings || {}).aims || []) {
      if (aim.firer !== chosen && aim.unit !== chosen) continue;
      const because = (aim.because || [])[0];
      lines.push(line(aim.verdict, because ? fill('{{tr fire at {0}: {1} }}', aim.target, because.says)
        : fill('{{tr fire at {0} }}', aim.target), because && because.rule));
    }
    if (chosen && !lines.length) lines.push(element('li', '{{tr Nothing has been ruled of the fire of this unit. }}', 'quiet'));
    $('may').replaceChildren(...lines);
  }

  function picture() {
    if (document.hidden) return;
    const image = new Image();
    image.alt = $('picture').alt;
    image.onload = () => {
      image.id = 'picture';
      $('picture').replaceWith(image);
    };
    image.src = address('/snapshot.jpg');
  }

  function show(next) {
    const moved = !state || state.frame_number !== next.frame_number;
    state = next;
    const {turn, phase, to_move: side} = state.caption;
    $('when').textContent = [turn, phase, side && fill('{{tr {0} to move }}', side), state.settled ? '{{tr at rest }}' : '{{tr moving }}',
      fill('{{tr picture {0} }}', state.frame_number)].filter(Boolean).join(', ');
    armies();
    units();
    may();
    rulings();
    if (moved) picture();
  }

  // Of a table what was ruled when it last came to rest, of a board its log; the newest first.
  function rulings() {
    const ruled = state.rulings || {};
    const lines = (ruled.lines || ruled.log || []).slice(0, kMost).map((said) => line(said.verdict, said.says, said.rule));
    const list = $('rulings');
    if (lines.length && lines.map((each) => each.textContent).join() !== [...list.children].map((each) => each.textContent).join())
      list.replaceChildren(...lines);
  }

  function listen() {
    const events = new EventSource(address('/api/events'));
    events.onopen = () => { $('link').textContent = '{{tr Live }}'; };
    events.onerror = () => { $('link').textContent = '{{tr The table does not answer; trying again }}'; };
    events.addEventListener('state', (event) => show(JSON.parse(event.data)));
  }

  // The referee says the turn and its phase: no camera sees which it is.
  $('turn-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = JSON.stringify({turn: Number($('turn').value), phase: $('phase').value});
    const answer = await fetch(address('/api/turn'), {method: 'POST', body}).catch(() => null);
    const said = answer && await answer.json();
    const shown = [said && said.turn && fill('{{tr Turn {0} }}', $('turn').value), said && said.phase && $('phase').selectedOptions[0].text];
    $('turn-said').textContent = !said ? '{{tr The table does not answer; try again. }}'
      : said.error ? said.error + ': ' + said.fix : fill('{{tr Shown: {0} }}', shown.filter(Boolean).join(', ') || '{{tr nothing }}');
  });
  $('clip-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await fetch(address('/api/clip'), {method: 'POST', body: JSON.stringify({ago: Number($('ago').value)})}).catch(() => null);
    const said = answer && await answer.json();
    $('clip-said').textContent = !said ? '{{tr The table does not answer; try again. }}' : said.error ? said.error + ': ' + said.fix : '{{tr It is shown now. }}';
  });
  // A stream is for everybody: it is not given the token of a player, or of the referee, who with --delay sees now.
  $('stream').hidden = location.pathname === '/player';
  // What a streaming program is given: whole, with this page's token. The clipboard needs a secure page; elsewhere the address is selected.
  for (const code of document.querySelectorAll('.addresses code')) {
    const path = code.dataset.path + (token ? (code.dataset.path.includes('?') ? '&' : '?') + new URLSearchParams({token}) : '');
    code.textContent = location.origin + path;
    const button = code.nextElementSibling;
    button.setAttribute('aria-label', fill('{{tr Copy address of {0} }}', code.dataset.path));
    button.addEventListener('click', async () => {
      getSelection().selectAllChildren(code);
      const copied = navigator.clipboard ? await navigator.clipboard.writeText(code.textContent).then(() => true, () => false)
        : document.execCommand('copy');
      button.textContent = copied ? '{{tr Copied }}' : '{{tr Selected: press Ctrl+C }}';
      setTimeout(() => { button.textContent = '{{tr Copy address }}'; }, 2500);
    });
  }

  // Only a player of a table that is in a hall may call the judge: who may is told who has called.
  async function judge() {
    try {
      const answer = await fetch(address('/api/judge'));
      if (!answer.ok) return;
      $('judge').hidden = false;
      $('calls').replaceChildren(...(await answer.json()).map((call) => element('li', fill('{{tr Called: {0} }}', call.says || '{{tr judge! }}'))));
    } catch { /* asked again below */ }
    clearTimeout(again);
    again = setTimeout(judge, kBetweenLooks);
  }

  async function call(event) {
    event.preventDefault();
    try {
      const answer = await fetch(address('/api/judge'), {method: 'POST', body: JSON.stringify({says: $('says').value})});
      const said = await answer.json();
      $('called').textContent = answer.ok ? '{{tr The judge has been called. }}' : said.error + ': ' + said.fix;
      if (answer.ok) $('says').value = '';
    } catch {
      $('called').textContent = '{{tr The table does not answer; try again. }}';
    }
    judge();
  }

  $('call').addEventListener('submit', call);
  judge();
  $('unit').addEventListener('change', () => { if (state) may(); });
  listen();
})();
