// Reads the XML of manifests and property lists: elements, attributes, text. No entities but the five of XML, no DTD.

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text) => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name) => ENTITIES[name]);
const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<![^>]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|[^<]+/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the root element, each element as `{name, attributes, children, text}`. Throws an Error if tags do not match. */
export function parseXml(source) {
  const document = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  let read = 0;
  for (const match of source.matchAll(TOKEN)) {
    const [token, closed, name, attributes, isEmpty] = match;
    if (match.index !== read) throw new Error(`XML cannot be read at ${read}`);
    read += token.length;
    const parent = open.at(-1);
    if (closed !== undefined) {
      if (parent.name !== closed) throw new Error(`</${closed}> closes <${parent.name}>`);
      open.pop();
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key, a, b]) => [key, plain(a ?? b)]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty === '') open.push(element);
    } else if (!token.startsWith('<')) parent.text += plain(token);
  }
  const [element] = document.children;
  if (open.length !== 1 || read !== source.length || document.children.length !== 1)
    throw new Error('XML ends before its root element does');
  return element;
}

/** All elements of a name within another, at any depth, in their order. */
export const within = (element, name) =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)]);

function valueOf(element) {
  switch (element.name) {
    case 'dict':
      return Object.fromEntries(
        element.children.flatMap((child, index, all) =>
          child.name === 'key' ? [[child.text, valueOf(all[index + 1])]] : [],
        ),
      );
    case 'array':
      return element.children.map(valueOf);
    case 'true':
    case 'false':
      return element.name === 'true';
    case 'integer':
    case 'real':
      return Number(element.text);
    default:
      return element.text;
  }
}

/** Returns what a property list of Apple's holds. */
export function parsePlist(source) {
  return valueOf(parseXml(source).children[0]);
}

/** Returns the texts of a `.strings` file of Apple's by their keys. */
export const parseStrings = (source) =>
  Object.fromEntries(
    [...source.matchAll(/^"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)";$/gm)].map(([, key, text]) => [key, text]),
  );
