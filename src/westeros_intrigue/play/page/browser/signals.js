/** Signals that it is one's turn, each off until it is chosen: a soft click, a short vibration, a notification. */

import { part, remembered } from "./elements.js";

/** The click: its length in seconds, its pitch in hertz, and its loudness. */
const [LENGTH, PITCH, LOUDNESS] = [0.06, 660, 0.08];
/** The vibration in milliseconds. */
const BUZZ = 10;

/** @type {AudioContext | null} */
let audio = null;

/** Return whether a signal has been chosen. @param {string} id */
const isOn = (id) => remembered(`westeros-intrigue-${id}`) === "on";

/** Let the reader choose the signals that this browser has. */
export function offerSignals() {
  const has = {
    sound: "AudioContext" in window,
    buzz: "vibrate" in navigator,
    notify: "Notification" in window && window.isSecureContext,
  };
  for (const [id, isThere] of Object.entries(has)) {
    const box = part(id, HTMLInputElement);
    part(`${id}-choice`, HTMLElement).hidden = !isThere;
    box.checked = isThere && isOn(id);
    box.onchange = async () => {
      if (id === "notify" && box.checked) box.checked = (await Notification.requestPermission()) === "granted";
      remembered(`westeros-intrigue-${id}`, box.checked ? "on" : "");
      if (box.checked && id !== "notify") signal("");
    };
  }
}

/** Give the chosen signals. @param {string} text the notification; empty for none */
export function signal(text) {
  if (isOn("sound")) click();
  if (isOn("buzz")) navigator.vibrate?.(BUZZ);
  if (text && isOn("notify") && document.hidden && Notification.permission === "granted")
    new Notification(text, { tag: "westeros-intrigue" });
}

function click() {
  audio ??= new AudioContext();
  audio.resume();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + LENGTH);
}
