/* Opens what is folded around the place that a link leads to. */
"use strict";

const unfold = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  place.scrollIntoView();
};

addEventListener("hashchange", unfold);
addEventListener("DOMContentLoaded", unfold);
