// Before anything is painted: the light and the colours that were shown last on this device (see src/shell/settings.ts).
{
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('kontor.settings') ?? '{}') ?? {};
  } catch {
    // The usual ones.
  }
  const { theme, colours } = kept;
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  if (typeof colours === 'string') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(colours);
    document.adoptedStyleSheets = [sheet];
  }
}
