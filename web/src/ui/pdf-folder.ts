/** Where the app has the files that PDFs are shown with. Another version of the library gets another folder: they are kept for ever. */
export const PDF_FOLDER = '/assets/pdf-6.5.438/';
