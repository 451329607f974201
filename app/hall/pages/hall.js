'use strict';
// All tables of the hall and what waits for the judge, kept up to date by server-sent events; of the wall the same without controls.
// Everything that comes from a table is put in as text, never as HTML.
(() => {
  const $ = (id) => document.getElementById(id);
  const token = new URLSearchParams(location.search).get('token');
  const address = (path, query = {}) => {
    const all = new URLSearchParams({...query, ...(token ? {token} : {})}).toString();
    return path + (all ? '?' + all : '');
  };
  const wall = document.body.classList.contains('wall');
  const kMostOnTheWall = 4, kManyOnTheWall = 20, kLargestLetters = 34, kSmallestLetters = 12;
  const kEvidenceBefore = 600000, kMostEvidence = 3;
  const words = {yes: 'yes', no: 'no', too_close: 'too close to call'};
  const order = new Intl.Collator('en', {numeric: true});
  const tables = new Map();
  const cards = new Map();
  let disputes = [];
  let evidence = [];
  let broker = null;
  let maySettle = false;
  let ahead = 0;  // of the hall's clock over this one's, in milliseconds
  let live = null;

  function element(name, text, kind) {
    const out = document.createElement(name);
    if (text !== undefined) out.textContent = text;
    if (kind) out.className = kind;
    return out;
  }

  function ago(ms) {
    if (!ms) return 'not since this hall was opened';
    const s = Math.max(0, Math.round((Date.now() + ahead - ms) / 1000));
    if (s < 60) return s + ' s ago';
    if (s < 3600) return Math.floor(s / 60) + ' min ago';
    return Math.floor(s / 3600) + ' h ' + Math.floor(s % 3600 / 60) + ' min ago';
  }
  function when(ms, before) {
    const out = element('span', before + ago(ms), 'quiet when');
    out.dataset.ms = ms;
    out.dataset.before = before;
    return out;
  }

  function losses(army) {
    if (army.lost === null) return army.seen === null ? '' : army.seen + ' seen';
    return 'lost ' + army.lost + (army.original !== null ? ' of ' + army.original : '');
  }

  // What may be searched for, in small letters.
  function textOf(table) {
    const state = table.state || {};
    return [table.name, state.game, state.turn, ...(state.armies || []).map((army) => army.name),
      ...(state.rulings || []).map((said) => said.says)].join(' ').toLowerCase();
  }

  function fill(card, table) {
    const state = table.state || {armies: [], rulings: []};
    const title = element('h3', table.name);
    title.append(element('span', table.available ? 'at the table' : 'away', 'badge'));
    const parts = [title];
    const doing = state.turn || (state.settled === true ? 'at rest' : state.settled === false ? 'moving' : '');
    const about = element('p', undefined, 'small');
    about.append([state.game, doing, state.camera === false ? 'the camera does not see the table' : ''].filter(Boolean).join(' · '));
    if (about.textContent) parts.push(about);
    const armies = element('ul');
    for (const army of state.armies || []) {
      const line = element('li');
      line.append(element('span', army.name), element('b', losses(army)));
      armies.append(line);
    }
    if (armies.children.length) parts.push(armies);
    const said = (state.rulings || [])[0];
    if (said) {
      const line = element('p', undefined, 'said');
      if (said.verdict in words) line.append(element('span', words[said.verdict] + ': ', 'word ' + said.verdict));
      line.append(said.says + (said.rule ? ' (' + said.rule + ')' : ''));
      parts.push(line);
    }
    const last = element('p', undefined, 'small last');
    last.append(when(table.heard_ms, table.available ? 'changed ' : 'last heard '));
    if (table.lost_events) last.append(element('span', ' · some events were lost on the way', 'quiet'));
    parts.push(last);
    card.replaceChildren(...parts);
    card.classList.toggle('away', !table.available);
    card.dataset.text = textOf(table);
  }

  function card(table) {
    let own = cards.get(table.name);
    if (!own) {
      own = element('article');
      own.dataset.name = table.name;
      cards.set(table.name, own);
      const next = [...$('tables').children].find((each) => order.compare(each.dataset.name, table.name) > 0);
      $('tables').insertBefore(own, next || null);
    }
    fill(own, table);
  }

  async function settle(number, button) {
    button.disabled = true;
    try {
      const answer = await fetch(address('/api/disputes/' + number + '/settled'), {method: 'POST'});
      if (!answer.ok) throw new Error((await answer.json()).error);
    } catch (problem) {
      button.disabled = false;
      $('link').textContent = 'Not settled: ' + problem.message;
    }
  }

  // What was written at that table about when it was called or ruled; a link where this page may fetch it.
  function evidenceOf(dispute) {
    return evidence.filter((file) => file.table === dispute.table && file.at_ms > dispute.heard_ms - kEvidenceBefore).slice(-kMostEvidence)
      .map((file) => {
        const out = element(file.address ? 'a' : 'span', 'Evidence: ' + file.of + ', ' + (words[file.verdict] || file.verdict), 'evidence');
        if (file.address) Object.assign(out, {href: file.address, rel: 'noreferrer'});
        out.title = file.file + ', SHA-256 ' + file.sha256;
        return out;
      });
  }

  function showDisputes() {
    const had = document.activeElement && document.activeElement.dataset.number;
    const lines = (wall ? disputes.slice(0, kMostOnTheWall) : disputes).map((each) => {
      const line = element('li', undefined, each.kind);
      const says = element('span');
      says.append(element('span', each.table + ': ', 'word'),
          (each.kind === 'judge' ? 'judge! ' : 'too close to call: ') + each.says + (each.rule ? ' (' + each.rule + ')' : '') +
          (each.by ? ' (from ' + each.by + ')' : '') + ' ', when(each.heard_ms, ''));
      line.append(says);
      if (!wall) says.append(...evidenceOf(each));
      line.dataset.text = (each.table + ' ' + each.says + ' ' + each.kind).toLowerCase();
      if (!wall && maySettle) {
        const button = element('button', 'Settled');
        button.type = 'button';
        button.dataset.number = each.number;
        button.setAttribute('aria-label', 'Settled: ' + each.table + ', ' + each.says);
        button.addEventListener('click', () => settle(each.number, button));
        line.append(button);
      }
      return line;
    });
    $('disputes').replaceChildren(...lines);
    if (had) {
      const same = $('disputes').querySelector('button[data-number="' + had + '"]');
      if (same) same.focus();
    }
    const calling = [...new Set(disputes.filter((each) => each.kind === 'judge').map((each) => each.table))];
    const rulings = disputes.filter((each) => each.kind !== 'judge').length;
    const says = [calling.length ? 'Judge! ' + calling.join(', ') : '',
      rulings ? rulings + (rulings === 1 ? ' ruling is' : ' rulings are') + ' too close to call' : ''].filter(Boolean).join('; ');
    const text = says || 'Nothing waits.';
    if ($('calls').textContent !== text) $('calls').textContent = text;
    for (const [name, own] of cards) own.classList.toggle('calls', calling.includes(name));
    search();
  }

  function search() {
    const wanted = ($('search') ? $('search').value : '').trim().toLowerCase();
    let shown = 0;
    for (const own of cards.values()) {
      own.hidden = !own.dataset.text.includes(wanted);
      if (!own.hidden) ++shown;
    }
    for (const line of $('disputes').children) line.hidden = !line.dataset.text.includes(wanted);
    const here = [...tables.values()].filter((table) => table.available).length;
    $('count').textContent = tables.size ? (wanted ? shown + ' found, ' : '') + here + ' of ' + tables.size + ' at the table' : '';
    $('none').hidden = tables.size > 0;
    fit();
  }

  // Nobody scrolls a wall: its letters are as large as lets everything be seen, if that can be read at all.
  function fit() {
    if (!wall) return;
    document.body.classList.toggle('many', tables.size > kManyOnTheWall);
    const fits = () => document.documentElement.scrollHeight <= innerHeight;
    let size = kLargestLetters;
    for (; size > kSmallestLetters; --size) {
      document.body.style.fontSize = size + 'px';
      if (fits()) return;
    }
  }

  function showLink(says) {
    const text = says || (broker ? 'The broker is away: ' + broker : 'Live');
    if ($('link').textContent !== text) $('link').textContent = text;
  }

  async function all() {
    const answer = await fetch(address('/api/tables'));
    if (!answer.ok) throw new Error((await answer.json()).error);
    const said = await answer.json();
    ahead = said.now_ms - Date.now();
    maySettle = said.may_settle;
    broker = said.broker;
    disputes = said.disputes;
    evidence = said.evidence;
    for (const table of said.tables) {
      tables.set(table.name, table);
      card(table);
    }
    showDisputes();
    return said.last_event_id;
  }

  async function listen() {
    if (live) live.close();
    try {
      const place = await all();
      live = new EventSource(address('/api/events', {'last-event-id': place}));
    } catch (problem) {
      showLink('The hall does not answer (' + problem.message + '); trying again');
      setTimeout(listen, 2000);
      return;
    }
    live.onopen = () => showLink();
    live.onerror = () => {
      showLink('The hall does not answer; trying again');
      if (live.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
    live.addEventListener('reload', () => listen());
    live.addEventListener('table', (event) => {
      const table = JSON.parse(event.data);
      const fresh = !tables.has(table.name);
      tables.set(table.name, table);
      card(table);
      if (fresh) showDisputes();
      else search();
    });
    live.addEventListener('disputes', (event) => {
      disputes = JSON.parse(event.data);
      showDisputes();
    });
    live.addEventListener('evidence', async () => {
      const answer = await fetch(address('/api/tables'));
      if (answer.ok) evidence = (await answer.json()).evidence;
      showDisputes();
    });
    live.addEventListener('broker', (event) => {
      broker = JSON.parse(event.data).problem;
      showLink();
    });
  }

  addEventListener('resize', fit);
  if ($('search')) $('search').addEventListener('input', search);
  setInterval(() => {
    for (const each of document.querySelectorAll('.when')) each.textContent = each.dataset.before + ago(Number(each.dataset.ms));
  }, 1000);
  listen();
})();
