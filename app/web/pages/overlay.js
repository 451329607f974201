'use strict';
// Draws the overlay of the newest frame, one after the other. data-frame on the canvas names the frame that is drawn.
// The server answers as soon as there is a newer one; while nobody can see the page nothing is asked for.
(() => {
  const canvas = document.getElementById('overlay');
  const paper = canvas.getContext('2d');
  const token = new URLSearchParams(location.search).get('token');
  let last = 0;

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const seen = () => new Promise((resolve) => {
    if (document.hidden) document.addEventListener('visibilitychange', () => resolve(), {once: true});
    else resolve();
  });

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
  follow();
})();
