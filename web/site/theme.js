// Dark or light: as the system has it, or as was chosen here.
const KEY = 'wend-theme', system = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set();
let chosen = null;
try { chosen = localStorage.getItem(KEY); } catch { /* no storage: not remembered */ }

export const isLight = () => (chosen ? chosen === 'light' : system.matches);
export const onTheme = (listener) => { listeners.add(listener); };

function apply() {
    document.documentElement.dataset.theme = isLight() ? 'light' : 'dark';
    const button = document.getElementById('theme');
    if (button) button.setAttribute('aria-label', isLight() ? 'Change to dark' : 'Change to light');
    listeners.forEach((listener) => listener());
}

system.addEventListener('change', apply);
document.getElementById('theme')?.addEventListener('click', () => {
    chosen = isLight() ? 'dark' : 'light';
    try { localStorage.setItem(KEY, chosen); } catch { /* not remembered */ }
    apply();
});
apply();
