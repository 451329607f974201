'use strict';
// Draws the overlay of the newest frame, one after the other. data-frame on the canvas names the frame that is drawn.
// The server answers as soon as there is a newer one; while nobody can see the page nothing is asked for.
// Of the address: ?chroma=00ff00 a colour behind it, ?lower=1 a lower third, ?banner=1 (with a lower third unless 0) what was ruled last,
// for some seconds and clear of the figures, ?portrait=1 both of them under the picture.
(() => {
  const $ = (selector) => document.querySelector(selector);
  const canvas = $('#overlay');
  const paper = canvas.getContext('2d');
  const asked = new URLSearchParams(location.search);
  const token = asked.get('token');
  const lang = document.documentElement.lang;
  const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (place, number) => values[number]);
  const on = (key, otherwise) => (asked.has(key) ? asked.get(key) !== '0' : otherwise);
  const wanted = {lower: on('lower', false), banner: on('banner', on('lower', false)), portrait: on('portrait', false)};
  const kShown = 10000;  // ms that a ruling is shown
  let last = 0;

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const seen = () => new Promise((resolve) => {
    if (document.hidden) document.addEventListener('visibilitychange', () => resolve(), {once: true});
    else resolve();
  });

  // The stage has the picture's shape, so that shares of the picture are shares of the stage.
  function fit() {
    const wide = canvas.width / canvas.height;
    const width = wanted.portrait ? innerWidth : Math.min(innerWidth, innerHeight * wide);
    Object.assign($('#stage').style, {width: width + 'px', height: width / wide + 'px'});
    $('#stage').style.setProperty('--unit', (wanted.portrait ? innerWidth * 1.7 : width) / 100 + 'px');
  }

  async function next() {
    const query = new URLSearchParams({...(last ? {after: last} : {}), ...(token ? {token} : {})});
    const answer = await fetch('/overlay.png?' + query);
    if (!answer.ok) throw new Error(answer.status);
    const image = await createImageBitmap(await answer.blob());
    if (canvas.width !== image.width || canvas.height !== image.height) Object.assign(canvas, {width: image.width, height: image.height});
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0);
    last = Number(answer.headers.get('x-frame-number'));
    canvas.dataset.frame = String(last);
    fit();
  }

  async function follow() {
    for (;;) {
      await seen();
      try {
        await next();
      } catch {
        paper.clearRect(0, 0, canvas.width, canvas.height);  // rather nothing than what is not so any more
        delete canvas.dataset.frame;
        last = 0;
        await pause(1000);
      }
    }
  }

  function lower(caption, places) {
    $('#lower').hidden = !(caption.turn || caption.phase || caption.to_move || caption.losses.length);
    $('#lower').className = places.strip;
    $('#lower .turn').textContent = caption.turn;
    $('#lower .phase').textContent = caption.to_move ? fill('{{tr {0} to move }}', caption.to_move) : caption.phase;
    $('#lower .losses').replaceChildren(...caption.losses.map((army) => {
      const line = document.createElement('li');
      const dot = document.createElement('span');
      dot.className = 'dot';
      dot.style.background = army.colour;
      line.append(dot, fill('{{tr {0} {1} lost }}', army.name, army.lost));
      return line;
    }));
  }

  const words = {yes: '{{tr yes }}', no: '{{tr no }}', too_close: '{{tr too close to call }}'};
  let ruled = null, until = 0;
  function banner(ruling, places) {
    const number = ruling ? ruling.number : 0;
    if (ruled !== null && number !== ruled && ruling) until = Date.now() + kShown;  // not what was ruled before the page was opened
    ruled = number;
    const show = ruling && Date.now() < until && (places.banner || wanted.portrait);
    $('#banner').hidden = !show;
    if (!show) return;
    $('#banner').className = ruling.verdict + (places.small && !wanted.portrait ? ' small' : '');
    $('#banner .verdict').textContent = words[ruling.verdict];
    $('#banner .says').textContent = ruling.says + (ruling.rule ? ' (' + ruling.rule + ')' : '');
    const share = (value) => 100 * value + '%';
    if (!wanted.portrait) {
      const [left, top, width, height] = places.banner;
      Object.assign($('#banner').style, {left: share(left), top: share(top), width: share(width), height: share(height)});
    }
  }

  function listen() {
    let state = null;
    const draw = () => {
      if (!state) return;
      if (wanted.lower) lower(state.caption, state.places);
      if (wanted.banner) banner(state.caption.ruling, state.places);
    };
    const events = new EventSource('/api/events?' + new URLSearchParams({lang, ...(token ? {token} : {})}));
    events.addEventListener('state', (event) => { state = JSON.parse(event.data); draw(); });
    setInterval(draw, 500);  // a banner goes by itself
  }

  if (/^[0-9a-f]{6}$/i.test(asked.get('chroma') || '')) document.body.style.background = '#' + asked.get('chroma');
  document.body.classList.toggle('portrait', wanted.portrait);
  addEventListener('resize', fit);
  fit();
  if (wanted.lower || wanted.banner) listen();
  follow();
})();
