const tip = document.getElementById('tip');
const near = (from) => [...from.closest('svg').querySelectorAll('.wait, .op')].filter((other) => {
  const ends = from.dataset.ends ? from.dataset.ends.split(' ') : [from.dataset.op];
  return other.dataset.ends ? other.dataset.ends.split(' ').some((end) => ends.length < 2 && ends.includes(end)) || other === from
                            : ends.includes(other.dataset.op);
});
for (const part of document.querySelectorAll('[data-tip]')) {
  part.addEventListener('mousemove', (event) => {
    tip.textContent = part.dataset.tip;
    tip.style.display = 'block';
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + 'px';
  });
  part.addEventListener('mouseenter', () => {
    part.closest('svg').classList.add('dim');
    near(part).forEach((other) => other.classList.add('near'));
  });
  part.addEventListener('mouseleave', () => {
    tip.style.display = 'none';
    part.closest('svg').classList.remove('dim');
    document.querySelectorAll('.near').forEach((other) => other.classList.remove('near'));
  });
}
