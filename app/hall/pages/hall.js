'use strict';
// All tables of the hall and what waits for the judge, kept up to date by server-sent events; of the wall the same without controls.
// Everything that comes from a table is put in as text, never as HTML. Texts marked with tr are put in by the server, in the reader's language.
(() => {
  const $ = (id) => document.getElementById(id);
  const token = new URLSearchParams(location.search).get('token');
  const lang = document.documentElement.lang;
  const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (place, number) => values[number]);
  const address = (path, query = {}) => {
    const all = new URLSearchParams({...query, lang, ...(token ? {token} : {})}).toString();
    return path + (all ? '?' + all : '');
  };
  const wall = document.body.classList.contains('wall');
  const kMostOnTheWall = 4, kManyOnTheWall = 20, kLargestLetters = 34, kSmallestLetters = 12;
  const kEvidenceBefore = 600000, kMostEvidence = 3;
  const words = {yes: '{{tr yes }}', no: '{{tr no }}', too_close: '{{tr too close to call }}'};
  const roles = {watcher: '{{tr watcher }}', red: '{{tr red }}', blue: '{{tr blue }}', referee: '{{tr referee }}'};
  const order = new Intl.Collator(lang, {numeric: true});
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
    if (!ms) return '{{tr not since this hall was opened }}';
    const s = Math.max(0, Math.round((Date.now() + ahead - ms) / 1000));
    if (s < 60) return fill('{{tr {0} s ago }}', s);
    if (s < 3600) return fill('{{tr {0} min ago }}', Math.floor(s / 60));
    return fill('{{tr {0} h {1} min ago }}', Math.floor(s / 3600), Math.floor(s % 3600 / 60));
  }
  function when(ms, before) {
    const out = element('span', fill(before, ago(ms)), 'quiet when');
    out.dataset.ms = ms;
    out.dataset.before = before;
    return out;
  }

  function losses(army) {
    if (army.lost === null) return army.seen === null ? '' : fill('{{tr {0} seen }}', army.seen);
    return army.original !== null ? fill('{{tr lost {0} of {1} }}', army.lost, army.original) : fill('{{tr lost {0} }}', army.lost);
  }

  // What may be searched for, in small letters.
  function textOf(table) {
    const state = table.state || {};
    return [table.name, state.game, state.turn, ...(state.armies || []).map((army) => army.name),
      ...(state.rulings || []).map((said) => said.says)].join(' ').toLowerCase();
  }

  function fillCard(card, table) {
    const state = table.state || {armies: [], rulings: []};
    const title = element('h3', table.name);
    title.append(element('span', table.available ? '{{tr at the table }}' : '{{tr away }}', 'badge'));
    const parts = [title];
    const doing = state.turn || (state.settled === true ? '{{tr at rest }}' : state.settled === false ? '{{tr moving }}' : '');
    const about = element('p', undefined, 'small');
    about.append([state.game, doing, state.camera === false ? '{{tr the camera does not see the table }}' : ''].filter(Boolean).join(' · '));
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
      if (said.verdict in words) line.append(element('span', fill('{{tr {0}: }} ', words[said.verdict]), 'word ' + said.verdict));
      line.append(said.says + (said.rule ? ' (' + said.rule + ')' : ''));
      parts.push(line);
    }
    const last = element('p', undefined, 'small last');
    last.append(when(table.heard_ms, table.available ? '{{tr changed {0} }}' : '{{tr last heard {0} }}'));
    if (table.lost_events) last.append(element('span', ' · {{tr some events were lost on the way }}', 'quiet'));
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
    fillCard(own, table);
  }

  async function settle(number, button) {
    button.disabled = true;
    try {
      const answer = await fetch(address('/api/disputes/' + number + '/settled'), {method: 'POST'});
      if (!answer.ok) throw new Error((await answer.json()).error);
    } catch (problem) {
      button.disabled = false;
      $('link').textContent = fill('{{tr Not settled: {0} }}', problem.message);
    }
  }

  // What was written at that table about when it was called or ruled; a link where this page may fetch it.
  function evidenceOf(dispute) {
    return evidence.filter((file) => file.table === dispute.table && file.at_ms > dispute.heard_ms - kEvidenceBefore).slice(-kMostEvidence)
      .map((file) => {
        const out = element(file.address ? 'a' : 'span', fill('{{tr Evidence: {0}, {1} }}', file.of, words[file.verdict] || file.verdict), 'evidence');
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
      says.append(element('span', fill('{{tr {0}: }} ', each.table), 'word'),
          (each.kind === 'judge' ? '{{tr judge! }} ' : fill('{{tr {0}: }} ', words.too_close)) + each.says + (each.rule ? ' (' + each.rule + ')' : '') +
          (each.by ? ' (' + fill('{{tr from {0} }}', roles[each.by] || each.by) + ')' : '') + ' ', when(each.heard_ms, '{0}'));
      line.append(says);
      if (!wall) says.append(...evidenceOf(each));
      line.dataset.text = (each.table + ' ' + each.says + ' ' + each.kind).toLowerCase();
      if (!wall && maySettle) {
        const button = element('button', '{{tr Settled }}');
        button.type = 'button';
        button.dataset.number = each.number;
        button.setAttribute('aria-label', fill('{{tr Settled: {0}, {1} }}', each.table, each.says));
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
    const says = [calling.length ? fill('{{tr Judge! {0} }}', calling.join(', ')) : '',
      rulings ? fill(rulings === 1 ? '{{tr {0} ruling is too close to call }}' : '{{tr {0} rulings are too close to call }}', rulings) : ''].filter(Boolean).join('; ');
    const text = says || '{{tr Nothing waits. }}';
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
    $('count').textContent = tables.size ? (wanted ? fill('{{tr {0} found }}', shown) + ', ' : '') + fill('{{tr {0} of {1} at the table }}', here, tables.size) : '';
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
    const text = says || (broker ? fill('{{tr The broker is away: {0} }}', broker) : '{{tr Live }}');
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
      showLink(fill('{{tr The hall does not answer ({0}); trying again }}', problem.message));
      setTimeout(listen, 2000);
      return;
    }
    live.onopen = () => showLink();
    live.onerror = () => {
      showLink('{{tr The hall does not answer; trying again }}');
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
    for (const each of document.querySelectorAll('.when')) each.textContent = fill(each.dataset.before, ago(Number(each.dataset.ms)));
  }, 1000);
  listen();
})();
