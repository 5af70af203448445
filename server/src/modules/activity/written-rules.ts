/** What a picture of an upload is called in an item: the same however often it is saved. */
export const keyOfUpload = (uploadId: string): string => uploadId.replaceAll('-', '').toLowerCase();

const IMG = /<img\b[^>]*>/g;
const UPLOAD = /\sdata-kontor-upload="([^"]*)"/;
const INLINE = /\sdata-kontor-inline="([^"]*)"/;

/** Returns cleaned HTML in which uploads have become pictures of the item. Pictures whose key is not in `kept` are left out. */
export const withPictures = (html: string, kept: ReadonlySet<string>): string =>
  html.replace(IMG, (tag) => {
    const upload = UPLOAD.exec(tag)?.[1];
    const key = upload === undefined || upload === '' ? (INLINE.exec(tag)?.[1] ?? '') : keyOfUpload(upload);
    if (!kept.has(key)) return '';
    return tag.replace(UPLOAD, '').replace(INLINE, '').replace(/^<img/, `<img data-kontor-inline="${key}"`);
  });
