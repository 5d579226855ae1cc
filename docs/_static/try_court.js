/** Positions to try: what follows from each placement was computed when the page was built. */

import "./westeros-elements.js";

for (const court of document.querySelectorAll("westeros-court[data-answers]")) {
  const answers = JSON.parse(court.dataset.answers);
  const start = court.position;
  const again = document.createElement("button");
  again.textContent = "Try another placement";
  again.type = "button";
  again.hidden = true;
  again.onclick = () => {
    again.hidden = true;
    court.position = start;
  };
  court.after(again);
  for (const kind of ["move", "refused"])
    court.addEventListener(kind, ({ detail: { move } }) => {
      court.tell(answers[move] ?? "");
      again.hidden = kind === "refused";
    });
}
