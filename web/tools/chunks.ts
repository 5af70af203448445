/** What every page needs, in one file: packed together it is smaller than in the pieces that sharing would cut it into. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|valibot)\/|vite\/preload-helper|web\/src\/(shell|client)\/(?!applied|failed|retry|sign-in|enter|endings|remove-account|account-session|transport|codec|auth-request|passkeys|proofs|give-proof|connection|help|realtime|optimistic-query|vault|cache\/|lazy\/|changes|settings-tabs|sign-out|open-tabs|tab-rules|use-unsaved|use-form|conflict\.|use-unwritten|use-gone|gone-page|use-top|use-tab-title|moment-chosen|dates\/|use-is-dark|viewer\/|place\.|client\.ts|queue-storage|gather|core\/|entry-rows|list-key|list-loader|matches|use-list|push-device|use-draft|drafts|uploads|lazy-uploads)|web\/src\/modules\/activity\/(?!attendance\/|detail\/|written\/|actions|chunks|kinds|texts|related|others\.|row-kinds|state-pills|use-seen|use-act|use-question|item-bar|item-detail|bar-buttons|over-item|detail-texts|use-item-acts|use-item-actions|found|fresh|inbox|item-list|row\.|records\.|row-actions|row-size|action-table|selection\.|use-groups|use-calm|use-folding|use-marks|use-moves|use-open|use-selection|use-prepare|no-rows|new-above|places|team\.|thread-count|threads\.|snooze-mark|toolbar|look\.|use-look|skeleton|search-|lazy\/|selection-|row-menu|finding|permitted|lists\/|saved\/)|web\/src\/ui\/(?!copy|colour|moved-to|own-words|save-file|status-mark|swallow-click|use-popover|use-steady|fields|form-dialog|menu|order-list|overlays|purify|tabs|virtual-|calm|use-is-wide|use-long-press|working|when)|contract\/src\/(kinds|kernel\/(?!audit|contract|event|problem-codes|times|upload|written)|modules\/([a-z]+\/kind\.|account\/(?!index|contract|auth|security|administration|audit|events|groups\.|health|jobs|later|menu|names)|activity\/(?!kind|attendance|commands|contract|rows|time-frame|date|events|find|history|items|saved|search|snooze|tips|written)|settings\/keys))/;

/** What only a signed-in person needs, to find what this device has kept and to see the first list: one file more, and one only. */
const KEPT =
  /node_modules\/idb\/|web\/src\/shell\/(failed|open-tabs|tab-rules|moment-chosen)|web\/src\/client\/(applied|vault|cache\/|client\.ts|lazy-uploads|retry|account-session|transport|codec|proofs|connection|queue-storage|gather|entry-rows|list-key|list-loader|matches|use-list|core\/(command|entity|list|overlay|places|persister|reader|queue|sender|stale-lists|writer|news|outcome|replica))|web\/src\/modules\/(?:document|memo|task)\/row\/|web\/src\/modules\/activity\/(actions|chunks|kinds|texts|others\.|row-kinds|use-act|use-question|use-item-actions|found|inbox|item-list|row\.|records\.|row-actions|row-size|action-table|selection\.|use-groups|use-calm|use-folding|use-marks|use-moves|use-open|use-selection|use-prepare|no-rows|new-above|places|team\.|thread-count|threads\.|snooze-mark|toolbar|look\.|use-look|skeleton)|web\/src\/ui\/(virtual-|calm|status-mark|use-is-wide|use-long-press|working)|contract\/src\/(kernel\/(event|upload)|modules\/(account\/events|activity\/(events|commands|rows|time-frame)))/;

/**
 * What is loaded once the first list stands, ahead of need, or when a page is opened: gathered by what is needed together, for a page that
 * asks for a hundred small files is slower, and costs more, than one that asks for ten. The first that fits has a file; what fits none
 * has the file that sharing cuts, such as the libraries and the pages that few open. Two that need each other stop the build.
 */
const LATER: readonly (readonly [name: string, files: RegExp])[] = [
  ['merging', /node_modules\/node-diff3\/|web\/src\/client\/core\/merge/],
  // What the sign-in is made of beside its page, before anybody is known.
  [
    'entering',
    /web\/src\/client\/(sign-in|endings|auth-request|passkeys|give-proof)|contract\/src\/modules\/account\/(auth|names|security)/,
  ],
  ['contract', /contract\/src\//],
  ['controls', /web\/src\/ui\/(?!order-list)/],
  // What forms about accounts have in common, that of the sign-in among them.
  [
    'parts',
    /web\/src\/modules\/account\/(new-password|password|problem-texts|use-tell|confirm|copy|section|times|parts|browser-names)/,
  ],
  // What fields for dates are made of; their calendar comes when it is asked for.
  ['dates', /web\/src\/shell\/dates\/(?!day-calendar)/],
  ['shell', /web\/src\/(shell|client)\/(?!enter|viewer\/|dates\/)/],
  // What texts are written with, whatever module they are of.
  [
    'editor',
    /node_modules\/(@tiptap|@floating-ui|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|linkifyjs|fast-equals|use-sync-external-store)\/|web\/src\/editor\//,
  ],
  // What stands around the detail of an item that is written in its place.
  ['details', /web\/src\/modules\/activity\/detail\//],
  ['lists', /web\/src\/modules\/activity\/(?!saved\/pinned-list|lists\/calendar)/],
  [
    'mail',
    /web\/src\/modules\/mail\/(?!settings\/|index|reader\/(?:viewer\/|checks\.tsx|join-dialog|sending-log)|composer\/(?!answers|answer-bar|answering|address|folder-chips|folder-names|folder-texts|mailto-links))/,
  ],
  // The records that an item is linked with, at whatever it is.
  [
    'links',
    /web\/src\/modules\/record\/(address|asking|found-record|link-line|link-window-texts|links\.|mention-rules|problem-texts|texts\.|use-links|use-search|waiting\.)/,
  ],
  ['sharing', /web\/src\/modules\/sharing\/(?!index|asked|host)/],
  ['document', /web\/src\/modules\/document\/(?!index|asked|host|settings-tab|file-item|version-viewer|boxes\/)/],
  [
    'settings',
    /web\/src\/modules\/(settings\/(?!scheme\/scheme-form|keys\/keys|menu-order|index)|account\/(?!login\/|security\/|audit\/|people\/|groups\/|menu\/|index|jobs|job-|system|instance\.|instance-|account\.css))/,
  ],
];

/** How the build cuts what it makes into files. */
export const CHUNKS = [['base', BASE] as const, ['kept', KEPT] as const, ...LATER].map(([name, test]) => ({
  name,
  test,
  includeDependenciesRecursively: false,
}));
