'use strict';
// The table's state, its last rulings and what a unit may do, kept up to date by server-sent events.
// Everything that comes from the table is put in as text, never as HTML.
(() => {
  const $ = (id) => document.getElementById(id);
  const token = new URLSearchParams(location.search).get('token');
  const address = (path, query = {}) => {
    const all = new URLSearchParams({...query, ...(token ? {token} : {})}).toString();
    return path + (all ? '?' + all : '');
  };
  const kMost = 20, kBetweenLooks = 5000;
  const words = {yes: 'yes', no: 'no', too_close: 'too close to call'};
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
    if (verdict in words) out.append(element('span', words[verdict] + ': ', 'word'));
    out.append(says);
    if (rule) out.append(' ', element('span', '(' + rule + ')', 'rule'));
    return out;
  }

  function armies() {
    const table = element('table');
    const head = table.createTHead().insertRow();
    for (const [says, kind] of [['Army', ''], ['Seen', 'number'], ['Lost', 'number']]) {
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
    $('armies').replaceChildren(body.rows.length ? table : element('p', 'Nobody has been counted yet.', 'quiet'));
  }

  function units() {
    const select = $('unit');
    const chosen = select.value;
    const names = [...new Set((state.pieces || []).map((piece) => piece.unit).filter(Boolean))].sort();
    if (names.join() === [...select.options].slice(1).map((option) => option.value).join()) return;
    select.replaceChildren(new Option('choose one', ''), ...names.map((name) => new Option(name, name)));
    select.value = names.includes(chosen) ? chosen : '';
  }

  function may() {
    const chosen = $('unit').value;
    const lines = [];
    for (const aim of (state.rulings || {}).aims || []) {
      if (aim.firer !== chosen && aim.unit !== chosen) continue;
      const because = (aim.because || [])[0];
      lines.push(line(aim.verdict, 'fire at ' + aim.target + (because ? ': ' + because.says : ''), because && because.rule));
    }
    if (chosen && !lines.length) lines.push(element('li', 'Nothing has been ruled of this unit\'s fire.', 'quiet'));
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
    $('when').textContent = [turn, phase, side && side + ' to move', state.settled ? 'at rest' : 'moving', 'picture ' + state.frame_number]
      .filter(Boolean).join(', ');
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
    events.onopen = () => { $('link').textContent = 'Live'; };
    events.onerror = () => { $('link').textContent = 'The table does not answer; trying again'; };
    events.addEventListener('state', (event) => show(JSON.parse(event.data)));
  }

  // The referee says the turn and its phase: no camera sees which it is.
  $('turn-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = JSON.stringify({turn: Number($('turn').value), phase: $('phase').value});
    const answer = await fetch(address('/api/turn'), {method: 'POST', body}).catch(() => null);
    const said = answer && await answer.json();
    $('turn-said').textContent = !said ? 'The table does not answer; try again.'
      : said.error ? said.error + ': ' + said.fix : 'Shown: ' + ([said.turn, said.phase].filter(Boolean).join(', ') || 'nothing');
  });
  $('clip-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await fetch(address('/api/clip'), {method: 'POST', body: JSON.stringify({ago: Number($('ago').value)})}).catch(() => null);
    const said = answer && await answer.json();
    $('clip-said').textContent = !said ? 'The table does not answer; try again.' : said.error ? said.error + ': ' + said.fix : 'It is shown now.';
  });
  // What a streaming program is given: whole, with this page's token. The clipboard needs a secure page; elsewhere the address is selected.
  for (const code of document.querySelectorAll('.addresses code')) {
    const path = code.dataset.path + (token ? (code.dataset.path.includes('?') ? '&' : '?') + new URLSearchParams({token}) : '');
    code.textContent = location.origin + path;
    const button = code.nextElementSibling;
    button.setAttribute('aria-label', 'Copy address of ' + code.dataset.path);
    button.addEventListener('click', async () => {
      getSelection().selectAllChildren(code);
      const copied = navigator.clipboard ? await navigator.clipboard.writeText(code.textContent).then(() => true, () => false)
        : document.execCommand('copy');
      button.textContent = copied ? 'Copied' : 'Selected: press Ctrl+C';
      setTimeout(() => { button.textContent = 'Copy address'; }, 2500);
    });
  }

  const show_logo = () => { $('logo').hidden = false; };
  $('logo').addEventListener('load', show_logo);
  if ($('logo').complete && $('logo').naturalWidth) show_logo();

  // Only a player of a table that is in a hall may call the judge: who may is told who has called.
  async function judge() {
    try {
      const answer = await fetch(address('/api/judge'));
      if (!answer.ok) return;
      $('judge').hidden = false;
      $('calls').replaceChildren(...(await answer.json()).map((call) => element('li', 'Called: ' + (call.says || 'judge!'))));
    } catch { /* asked again below */ }
    clearTimeout(again);
    again = setTimeout(judge, kBetweenLooks);
  }

  async function call(event) {
    event.preventDefault();
    try {
      const answer = await fetch(address('/api/judge'), {method: 'POST', body: JSON.stringify({says: $('says').value})});
      const said = await answer.json();
      $('called').textContent = answer.ok ? 'The judge has been called.' : said.error + ': ' + said.fix;
      if (answer.ok) $('says').value = '';
    } catch {
      $('called').textContent = 'The table does not answer; try again.';
    }
    judge();
  }

  $('call').addEventListener('submit', call);
  judge();
  $('unit').addEventListener('change', () => { if (state) may(); });
  listen();
})();
