export {
  DavRefused,
  errorDocument,
  missingOf,
  multistatus,
  refuse,
  responseOf,
  statusOf,
  type Properties,
  type PropertyReader,
  type Wanted,
} from './answers.ts';
export { DAV_METHODS, checkTags, depthOf, documentIn, segmentsOf, wantedIn } from './requests.ts';
export {
  MAX_XML_BYTES,
  NS,
  cal,
  childOf,
  childrenOf,
  dav,
  documentOf,
  el,
  isElement,
  keyOfName,
  type Element,
  type Markup,
  type Name,
} from './xml.ts';
