/** A number as people type it, as it is sent: with a point, without what parts thousands. */
export const typedNumber = (typed: string): string => {
  const text = typed.replace(/\s/g, '');
  return text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
};
