'use strict';
// A player's own part of his page: the dice that the game asks of his side, and his letters of a sworn game of Le Choc.
// Letters are asked for with his keys, shown while he looks, and forgotten when he hides them or goes away. All text is put in as text.
(() => {
  const $ = (id) => document.getElementById(id);
  const lang = document.documentElement.lang;
  const address = (path) => path + '?' + new URLSearchParams({...Object.fromEntries(new URLSearchParams(location.search)), lang});  // and the token
  const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (place, number) => values[number]);
  const words = {red: '{{tr red }}', blue: '{{tr blue }}'};
  const throws = {to_hit: '{{tr to hit }}', effect: '{{tr effect }}', who_falls: '{{tr who falls }}', short: '{{tr short }}', short_half_: '{{tr short (half) }}',
    long: '{{tr long }}', long_half_: '{{tr long (half) }}', does_it_destroy_the_gun: '{{tr does it destroy the gun }}'};
  const kinds = {scouting_party: '{{tr scouting party }}', infantry_company: '{{tr infantry company }}', cavalry_squadron: '{{tr cavalry squadron }}', two_companies: '{{tr two companies }}',
    machine_guns: '{{tr machine guns }}', gas_attack: '{{tr gas attack }}', battalion: '{{tr battalion }}', brigade: '{{tr brigade }}'};
  const nameOf = (die) => throws[die.replace(/[ ()]+/g, '_')] || die;
  const kBetweenLooks = 1500, kLeftAlone = 60000, kFaces = 6;
  let asks = '';
  let keys = null;  // while the letters are shown
  let choosing = false;
  let left_alone = 0;
  let refused = '', refused_keys = '';  // why the last dice, or keys, were not taken: it stands until others are entered

  function element(name, text, kind) {
    const out = document.createElement(name);
    if (text !== undefined) out.textContent = text;
    if (kind) out.className = kind;
    return out;
  }
  function say(id, text) {
    if ($(id).textContent !== text) $(id).textContent = text;
  }
  async function send(path, body) {
    try {
      const answer = await fetch(address(path), body && {method: 'POST', body: JSON.stringify(body)});
      const said = await answer.json();
      return {status: answer.status, said, problem: answer.ok ? '' : said.error + ': ' + said.fix};
    } catch {
      return {status: 0, said: {}, problem: '{{tr The table does not answer; try again. }}'};
    }
  }

  // ---- dice ----
  function die(ask, number) {
    const field = element('fieldset', undefined, 'die');
    field.append(element('legend', nameOf(ask.dice[number])));
    for (let face = 1; face <= kFaces; ++face) {
      const label = element('label');
      const input = element('input');
      Object.assign(input, {type: 'radio', name: 'die-' + ask.id + '-' + number, value: face, required: true});
      label.append(input, element('span', String(face)));
      field.append(label);
    }
    return field;
  }
  function form(ask) {
    const out = element('form', undefined, 'ask');
    out.append(element('h3', ask.says), ...ask.dice.map((_, number) => die(ask, number)));
    const button = element('button', ask.dice.length === 1 ? '{{tr Enter this die }}' : '{{tr Enter these dice }}');
    out.append(button);
    out.addEventListener('submit', async (event) => {
      event.preventDefault();
      const dice = ask.dice.map((_, number) => Number(new FormData(out).get('die-' + ask.id + '-' + number)));
      button.disabled = true;
      const {said, problem} = await send('/api/dice', {id: ask.id, dice});
      button.disabled = false;
      refused = problem;
      say('own-said', problem || fill('{{tr Entered: {0} }}', said.entered.join(', ')));
      await look(!problem);
    });
    return out;
  }
  async function look(entered) {
    const {status, said} = await send('/api/dice');
    if (status !== 200) return;
    const now = JSON.stringify(said.asks);
    if (now !== asks) {
      asks = now;
      $('dice').replaceChildren(...said.asks.map(form));
      if (said.asks.length) say('own-said', said.asks.map((ask) => fill('{{tr Throw for {0}: {1} }}', words[ask.side] || ask.side, ask.says)).join('; '));
    }
    if (refused) return say('own-said', refused);
    if (!said.asks.length && !entered)
      say('own-said', said.other ? '{{tr The other side throws. }}' : '{{tr Nothing is asked of you just now. }}');
  }

  // ---- letters ----
  function hide() {
    keys = null;
    clearTimeout(left_alone);
    $('letters-page').hidden = true;
    $('pieces').replaceChildren();
    $('doubts').replaceChildren();
    $('keys').value = '';
    $('keys-form').hidden = false;
  }
  function touched() {
    clearTimeout(left_alone);
    if (keys !== null) left_alone = setTimeout(hide, kLeftAlone);
  }
  function piece(one, letters) {
    const row = element('div', undefined, 'piece');
    const label = element('label', fill('{{tr Piece on {0} }}', one.square));
    const select = element('select');
    select.id = 'piece-' + one.square;
    label.htmlFor = select.id;
    select.append(new Option('{{tr no letter yet }}', ''));
    for (const each of letters) {
      const option = new Option(each.letter + ', ' + (kinds[each.name.replace(/ /g, '_')] || each.name) + (each.left > 0 ? ' (' + fill('{{tr {0} left }}', each.left) + ')' : ''), each.letter);
      option.disabled = each.left <= 0 && each.letter !== one.letter;
      select.append(option);
    }
    select.value = one.letter || '';
    select.addEventListener('change', () => give(one, select));
    row.append(label, select);
    return row;
  }
  function show(page) {
    const focus = document.activeElement && document.activeElement.id;
    $('keys-form').hidden = true;
    $('letters-page').hidden = false;
    $('doubts').replaceChildren(...page.doubts.map((text) => element('li', text, 'too_close')));
    const inOrder = [...page.pieces].sort((a, b) => a.square.localeCompare(b.square, 'en', {numeric: true}));
    $('pieces').replaceChildren(...inOrder.map((one) => piece(one, page.letters)));
    const missing = page.pieces.filter((one) => !one.letter).length;
    say('letters-said', !page.pieces.length ? '{{tr None of your pieces is on the board. }}'
      : missing === 1 ? '{{tr One of your pieces still wants a letter. }}'
      : missing ? fill('{{tr {0} of your pieces still want a letter. }}', missing) : '{{tr Every piece on the board has its letter. }}');
    if (focus && $(focus)) $(focus).focus();
    touched();
  }
  async function give(one, select) {
    const {said, problem} = await send('/api/letters', {keys, at: one.at, letter: select.value || null});
    if (keys === null) return;
    if (problem) {
      select.value = one.letter || '';
      say('letters-said', problem);
      return touched();
    }
    show(said);
  }
  async function open(pressed) {
    const {said, problem} = await send('/api/letters', choosing ? {keys: pressed, choose: true} : {keys: pressed});
    $('keys').value = '';
    refused_keys = problem;
    if (problem) return say('letters-said', problem);
    keys = pressed;
    show(said);
  }
  async function progress() {
    const {status, said} = await send('/api/letters');
    if (status !== 200) return;
    $('letters').hidden = !said.sworn;
    if (!said.sworn) return hide();
    if (keys !== null) return;
    choosing = !said.locked;
    say('keys-label', choosing ? '{{tr Choose four keys, letters or figures, that the other player does not see }}' : '{{tr Your four keys }}');
    say('keys-open', choosing ? '{{tr Use these keys }}' : '{{tr Show my letters }}');
    $('keys-none').hidden = !choosing;
    say('letters-said', refused_keys || fill('{{tr {0} of {1} letters entered. }}', said.entered, said.pieces));
  }
  $('keys-form').addEventListener('submit', (event) => {
    event.preventDefault();
    open($('keys').value.toUpperCase());
  });
  $('keys-none').addEventListener('click', () => open(''));
  $('hide').addEventListener('click', () => { hide(); progress(); });
  $('letters').addEventListener('input', touched);
  addEventListener('pagehide', hide);
  document.addEventListener('visibilitychange', () => { if (document.hidden) hide(); });

  async function round() {
    if (!document.hidden) await Promise.all([look(false), progress()]);
    setTimeout(round, kBetweenLooks);
  }
  round();
})();
