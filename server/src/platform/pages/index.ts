export { takeForms } from './forms.ts';
export { Html, html, lines } from './html.ts';
export { pageLanguage, sendPage, type PageLanguage } from './page.ts';
