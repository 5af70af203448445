// What the native project must hold: each rule returns what is wrong, as sentences. Pure, over what native-project.mjs reads.
import { licenceFaults } from './dependency-rules.mjs';
import { noticeFaults } from './native-notices.mjs';
import { iosFaults } from './native-ios.mjs';
import { differences, hashOf } from './native-project.mjs';
import { revert } from './unified-diff.mjs';
import { parseStrings, parseXml, within } from './xml.mjs';

const MANIFEST = 'android/app/src/main/AndroidManifest.xml';
const RES = 'android/app/src/main/res';
const APP = 'ios/App/App';
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj';
const MAX_LINES = 300;

const startsIn = (table, path) =>
  Object.keys(table).find((key) => path === key || (/[-/]$/.test(key) && path.startsWith(key)));

/** Every file is as the CLI generates it, or the difference is told: a patch that can be taken back to the generated file, or a reason. */
export function treeFaults(project) {
  const { edited, replaced, removed, own } = project.json('changes.json');
  const { files } = project.json('generated.json');
  const faults = [];
  const used = new Set();
  for (const path of project.paths) {
    const isGenerated = path in files && startsIn(removed, path) === undefined;
    if (!isGenerated) {
      const reason = startsIn(own, path);
      if (reason === undefined) faults.push(`${path} is neither generated nor named in changes.json`);
      else used.add(reason);
    } else if (path in replaced) used.add(path);
    else if (path in edited) {
      used.add(path);
      try {
        const before = revert(project.text(path), project.text(`patches/${path}.patch`));
        if (hashOf(Buffer.from(before)) !== files[path])
          faults.push(`${path} without its patch is not what the CLI generates`);
      } catch (error) {
        faults.push(`${path}: its patch cannot be taken back: ${error.message}`);
      }
    } else if (hashOf(project.bytes(path)) !== files[path])
      faults.push(`${path} was edited, and has no patch: name it in changes.json and run native:check fresh --write`);
  }
  for (const path of Object.keys(files)) {
    const reason = startsIn(removed, path);
    if (reason !== undefined) used.add(reason);
    else if (!project.paths.includes(path)) faults.push(`${path} is generated, and is missing`);
  }
  for (const table of [edited, replaced, removed, own])
    for (const key of Object.keys(table))
      if (!used.has(key)) faults.push(`changes.json names ${key}, which is not there`);
  return faults;
}

/** The configuration says the same everywhere, and the app is in the package: no server is named. */
export function configFaults(project) {
  const config = project.json('capacitor.config.json');
  const { appId, server, plugins } = config;
  const faults = [];
  if (server?.url !== undefined) faults.push('capacitor.config.json names a server.url: the app is in the package');
  if (server?.androidScheme !== 'https') faults.push('capacitor.config.json: server.androidScheme is not https');
  if (server?.cleartext !== false || config.android?.allowMixedContent !== false)
    faults.push('capacitor.config.json lets something through in the clear');
  for (const shell of ['android', 'ios'])
    if (config[shell]?.webContentsDebuggingEnabled !== false)
      faults.push(`capacitor.config.json: ${shell} pages can be looked into from a computer`);
  if (config.webDir !== 'build/web') faults.push('capacitor.config.json: webDir is not what the web app is built into');
  const places = {
    'android/app/build.gradle': [`namespace = "${appId}"`, `applicationId "${appId}"`],
    [`${RES}/values/strings.xml`]: [
      `<string name="package_name">${appId}</string>`,
      `<string name="custom_url_scheme">${appId}</string>`,
    ],
    [XCODE]: [
      `PRODUCT_BUNDLE_IDENTIFIER = ${appId};`,
      `PRODUCT_BUNDLE_IDENTIFIER = ${appId}.push;`,
      `PRODUCT_BUNDLE_IDENTIFIER = ${appId}.share;`,
    ],
    [`${APP}/App.entitlements`]: [
      `<string>group.${appId}</string>`,
      `<string>$(AppIdentifierPrefix)${appId}.shared</string>`,
    ],
    'ios/App/NotificationService/NotificationService.entitlements': [`<string>group.${appId}</string>`],
    'ios/App/ShareExtension/ShareExtension.entitlements': [`<string>group.${appId}</string>`],
    'ios/App/Shared/PushArrival.swift': [`"group.${appId}"`],
    'ios/App/ShareExtension/ShareViewController.swift': [`"group.${appId}"`, `"${appId}://share"`],
  };
  for (const [path, texts] of Object.entries(places))
    for (const text of texts) if (!project.text(path).includes(text)) faults.push(`${path} does not say ${text}`);
  if (plugins?.CapacitorShareTarget?.appGroupId !== `group.${appId}`)
    faults.push('The share plugin reads another app group');
  return faults;
}

/** Names of permissions of a manifest, without those that it removes. */
const permissionsOf = (manifest) =>
  within(manifest, 'uses-permission')
    .filter(({ attributes }) => attributes['tools:node'] !== 'remove')
    .map(({ attributes }) => attributes['android:name']);

/** Permissions, what other apps reach, and what is backed up or sent in the clear. */
export function manifestFaults(project) {
  const { android, androidRemoved, androidExported } = project.json('permissions.json');
  const { dependencies } = project.json('package.json');
  const manifest = parseXml(project.text(MANIFEST));
  const [application] = within(manifest, 'application');
  const faults = differences('Android permissions', permissionsOf(manifest), Object.keys(android));
  for (const { attributes } of within(manifest, 'uses-permission')) {
    const until = android[attributes['android:name']]?.until;
    if (attributes['tools:node'] !== 'remove' && attributes['android:maxSdkVersion'] !== (until && String(until)))
      faults.push(
        `${attributes['android:name']} is asked for until ${attributes['android:maxSdkVersion']}, and permissions.json says ${until}`,
      );
  }
  const removed = ['uses-permission', 'service', 'receiver', 'provider']
    .flatMap((kind) => within(manifest, kind))
    .filter(({ attributes }) => attributes['tools:node'] === 'remove')
    .map(({ attributes }) => attributes['android:name']);
  faults.push(...differences('What plugins bring and is removed', removed, Object.keys(androidRemoved)));
  for (const [name, { reason, for: users }] of Object.entries(android)) {
    if (!reason) faults.push(`${name} has no reason`);
    if (!users?.some((user) => user in dependencies)) faults.push(`${name} is for none of the plugins`);
  }
  const parts = ['activity', 'activity-alias', 'service', 'receiver', 'provider'].flatMap((kind) =>
    within(application, kind),
  );
  for (const { attributes } of parts)
    if (attributes['tools:node'] !== 'remove' && !['true', 'false'].includes(attributes['android:exported']))
      faults.push(`${attributes['android:name']} does not say whether other apps reach it`);
  const exported = parts
    .filter(({ attributes }) => attributes['android:exported'] === 'true')
    .map(({ attributes }) => attributes['android:name']);
  faults.push(...differences('What other apps reach', exported, Object.keys(androidExported)));
  if (application.attributes['android:allowBackup'] !== 'false')
    faults.push('Android may back the app up: keys would be on two phones');
  if (application.attributes['android:usesCleartextTraffic'] !== 'false') faults.push('Android lets cleartext through');
  if (application.attributes['android:networkSecurityConfig'] !== '@xml/network_security_config')
    faults.push('The manifest names no network security file');
  const network = parseXml(project.text(`${RES}/xml/network_security_config.xml`));
  if (
    within(network, 'base-config')[0]?.attributes.cleartextTrafficPermitted !== 'false' ||
    within(network, 'domain-config').length > 0
  )
    faults.push('network_security_config.xml lets cleartext through');
  if (within(network, 'certificates').some(({ attributes }) => attributes.src !== 'system'))
    faults.push('network_security_config.xml trusts certificates that somebody has put on the phone');
  const filters = within(application, 'intent-filter').map((filter) => JSON.stringify(filter));
  for (const [what, ...texts] of [
    ['files of other apps', 'android.intent.action.SEND"', 'android.intent.action.SEND_MULTIPLE', '*/*'],
    ['links of the host', 'autoVerify', '${linkHost}'],
    ['links of the scheme', '@string/custom_url_scheme'],
  ])
    if (!filters.some((filter) => texts.every((text) => filter.includes(text))))
      faults.push(`No intent filter takes ${what}`);
  return faults;
}

/** Permissions that a built app has, libraries' included: what a merged manifest says that nobody has allowed. */
export function mergedFaults(project, merged) {
  const { appId } = project.json('capacitor.config.json');
  const { android, androidMerged } = project.json('permissions.json');
  const allowed = [...Object.keys(android), ...androidMerged.allowed.map((name) => name.replace('{appId}', appId))];
  return permissionsOf(parseXml(merged))
    .filter((name) => !allowed.includes(name))
    .map((name) => `The built app asks for ${name}, which permissions.json does not know`);
}

/** The icons that a person can choose are in both shells, one of them at first. */
export function iconFaults(project) {
  const keys = project.outside('contract/src/modules/settings/keys.ts') ?? '';
  const icons = [...(/APP_ICONS = \[([^\]]+)\]/.exec(keys)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, icon]) => icon);
  if (icons.length === 0) return ['APP_ICONS was not found in the contract'];
  const aliases = within(parseXml(project.text(MANIFEST)), 'activity-alias').filter((alias) =>
    JSON.stringify(alias).includes('category.LAUNCHER'),
  );
  const faults = differences(
    'Icons of Android',
    aliases.map(({ attributes }) => attributes['android:name'].slice(1)),
    icons,
  );
  const enabled = aliases
    .filter(({ attributes }) => attributes['android:enabled'] === 'true')
    .map(({ attributes }) => attributes['android:name']);
  if (enabled.join() !== `.${icons[0]}`)
    faults.push(`At first the icons ${enabled.join(', ')} are there, not .${icons[0]} alone`);
  const [activity] = within(parseXml(project.text(MANIFEST)), 'activity');
  if (JSON.stringify(activity).includes('category.LAUNCHER'))
    faults.push('MainActivity is in the launcher itself, beside its icons');
  for (const { attributes } of aliases) {
    const name = attributes['android:icon'].replace('@mipmap/', '');
    for (const path of [`${RES}/mipmap-anydpi-v26/${name}.xml`, `${RES}/mipmap-xxhdpi/${name}.png`])
      if (!project.paths.includes(path)) faults.push(`${path} is missing`);
  }
  const { smallIcon } = project.json('capacitor.config.json').plugins?.LocalNotifications ?? {};
  if (!project.paths.includes(`${RES}/drawable/${smallIcon}.xml`))
    faults.push(`The icon of notices, ${smallIcon}, is not among the drawables of Android`);
  const names =
    /ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "([^"]+)"/.exec(project.text(XCODE))?.[1].split(' ') ?? [];
  faults.push(...differences('Icons of iOS', names, icons));
  for (const icon of icons)
    if (!project.paths.includes(`${APP}/Assets.xcassets/${icon}.appiconset/${icon}.png`))
      faults.push(`The icon ${icon} is not among the assets of iOS`);
  return faults;
}

/** All texts are there in German and in English, with the same places for numbers. */
export function textFaults(project) {
  const android = (path) =>
    Object.fromEntries(
      ['string', 'item'].flatMap((kind) =>
        within(parseXml(project.text(path)), kind).map(({ attributes, text }) => [
          attributes.name ?? `unfinished ${attributes.quantity}`,
          text,
        ]),
      ),
    );
  const apple = (path) => parseStrings(project.text(path));
  const pairs = [
    ...['push.xml', 'places.xml'].map((file) => [
      `${RES}/values/${file}`,
      android(`${RES}/values/${file}`),
      android(`${RES}/values-en/${file}`),
    ]),
    ...['NotificationService/{}.lproj/Localizable.strings', 'App/{}.lproj/InfoPlist.strings'].map((path) => [
      `ios/App/${path}`,
      apple(`ios/App/${path.replace('{}', 'de')}`),
      apple(`ios/App/${path.replace('{}', 'en')}`),
    ]),
  ];
  return pairs.flatMap(([what, german, english]) => [
    ...differences(`${what}, in English`, Object.keys(english), Object.keys(german)),
    ...Object.keys(german).flatMap((key) => {
      if (!german[key] || english[key] === '') return [`${what}: ${key} is empty`];
      if (german[key] === english[key]) return [`${what}: ${key} is the same in both languages`];
      const places = (text) => text?.match(/%\w/g)?.join() ?? '';
      return key in english && places(german[key]) !== places(english[key])
        ? [`${what}: ${key} has another number in English`]
        : [];
    }),
  ]);
}

/** The one file of the web that names plugins: see web/src/device. */
const DEVICE = 'web/src/device/device.native.ts';
/** What the shells need that no page imports. */
const NOT_IMPORTED = ['@capacitor/android', '@capacitor/ios'];
const isPlugin = (name) => /^@(?:capacitor|capacitor-community|capgo|capawesome|transistorsoft|aparajita)\//.test(name);

/** Plugins have one version everywhere, and are in both shells; what the web imports is there, and all that is there is imported. */
export function pluginFaults(project) {
  const { dependencies, devDependencies } = project.json('package.json');
  const { packages } = project.json('package-lock.json');
  const faults = [];
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const locked = packages[`node_modules/${name}`]?.version;
    if (!/^\d/.test(version)) faults.push(`${name} is asked for as ${version}, not as one version`);
    else if (locked !== version) faults.push(`${name} is ${version} in package.json and ${locked} in the lock file`);
  }
  const plugins = Object.keys(dependencies).filter((name) => ![...NOT_IMPORTED, '@capacitor/core'].includes(name));
  const swift = [...project.text('ios/App/CapApp-SPM/Package.swift').matchAll(/node_modules\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  const gradle = [
    ...project.text('android/capacitor.settings.gradle').matchAll(/node_modules\/(@[^/]+\/[^/]+)\/android'/g),
  ].map(([, name]) => name);
  faults.push(...differences('Plugins of iOS', swift, plugins), ...differences('Plugins of Android', gradle, plugins));
  if (!project.text('ios/App/CapApp-SPM/Package.swift').includes(`exact: "${dependencies['@capacitor/core']}"`))
    faults.push('iOS takes another version of Capacitor than the page');
  faults.push(...deviceFaults(project, dependencies));
  return faults;
}

/** Both shells have a plugin of our own, and hand it to the bridge. */
function ownPluginFaults(project, name) {
  const file = `${name}Plugin`;
  const java = project.paths.find((path) => path.endsWith(`/${file}.java`));
  const places = [
    [java, `@CapacitorPlugin(name = "${name}")`],
    ['android/app/src/main/java/de/kontor/app/MainActivity.java', `registerPlugin(${file}.class)`],
    [`${APP}/${file}.swift`, `let jsName = "${name}"`],
    [`${APP}/MainViewController.swift`, `registerPluginInstance(${file}())`],
  ];
  return places.flatMap(([path, text]) =>
    path !== undefined && project.has(path) && project.text(path).includes(text)
      ? []
      : [`${DEVICE} asks for the plugin ${name}: ${path ?? `${file}.java`} does not say ${text}`],
  );
}

function deviceFaults(project, dependencies) {
  const device = project.outside(DEVICE);
  if (device === undefined) return [];
  const imported = [...device.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g)]
    .map(([, name]) => name)
    .filter(isPlugin);
  const expected = Object.keys(dependencies).filter((name) => !NOT_IMPORTED.includes(name));
  const faults = differences(DEVICE, [...new Set(imported)], expected);
  const web = JSON.parse(project.outside('web/package.json') ?? '{}');
  const lock = JSON.parse(project.outside('package-lock.json') ?? '{}').packages ?? {};
  const asked = { ...web.dependencies, ...web.devDependencies };
  for (const name of new Set(imported)) {
    const installed = (lock[`web/node_modules/${name}`] ?? lock[`node_modules/${name}`])?.version;
    if (asked[name] !== dependencies[name] || installed !== dependencies[name])
      faults.push(`${name} is ${dependencies[name]} in native/, and ${asked[name]} (${installed}) in web/`);
  }
  for (const [, name] of device.matchAll(/registerPlugin(?:<[^(]*>)?\(\s*'([^']+)'/g))
    faults.push(...ownPluginFaults(project, name));
  if (/\bAppIcon\.reset\(/.test(device))
    faults.push(`${DEVICE} resets the icon, after which Android shows none: change it to the first one`);
  const mode = /^WEB_MODE=(\w+)$/m.exec(project.text('web.sh'))?.[1];
  const known = /mode === '(\w+)'/.exec(project.outside('web/tools/built-for.ts') ?? '')?.[1];
  if (mode === undefined || mode !== known)
    faults.push(
      `native/web.sh builds in the mode ${mode}, and the build of the web makes the app in the mode ${known}`,
    );
  return faults;
}

/** Licences of what is in the app, and of what builds it. */
export function licencesOf(project) {
  const { packages } = project.json('package-lock.json');
  const policy = JSON.parse(project.outside('tools/licences.json') ?? '{}');
  const runtime = new Set(Object.keys(packages).filter((path) => path !== '' && !packages[path].dev));
  return licenceFaults({
    packages,
    policy: { ...policy, ...project.json('licences.json') },
    runtime,
    read: () => undefined,
  });
}

/** Code of our own stays small. */
export const sourceFaults = (project) =>
  project.paths
    .filter((path) => /\.(?:swift|java|kt)$/.test(path))
    .filter((path) => project.text(path).split('\n').length > MAX_LINES)
    .map((path) => `${path} has more than ${MAX_LINES} lines`);

export const nativeRules = {
  tree: treeFaults,
  configuration: configFaults,
  permissions: manifestFaults,
  icons: iconFaults,
  iOS: iosFaults,
  texts: textFaults,
  plugins: pluginFaults,
  licences: licencesOf,
  notices: noticeFaults,
  sources: sourceFaults,
};

/** All that is wrong, each with the name of its rule. */
export const nativeFaults = (project) =>
  Object.entries(nativeRules).flatMap(([name, rule]) => rule(project).map((fault) => `${name}: ${fault}`));
