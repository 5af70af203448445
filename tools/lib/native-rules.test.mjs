import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withPolicy } from '../../native/policy.mjs';
import { securityHeaders } from '../../server/src/platform/http/security-headers.ts';
import { nativeProject } from './native-project.mjs';
import { mergedFaults, nativeFaults, nativeRules } from './native-rules.mjs';
import { root } from './run.mjs';

const MANIFEST = 'android/app/src/main/AndroidManifest.xml';
const PLIST = 'ios/App/App/Info.plist';
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj';
const read = (path) => readFileSync(join(root, 'native', path), 'utf8');
const without = (path, text) => ({ [path]: read(path).replace(text, '') });
const changed = (path, from, to) => ({ [path]: read(path).replace(from, to) });
const { dependencies } = JSON.parse(read('package.json'));

test('the project is as it must be', () => {
  expect(nativeFaults(nativeProject())).toEqual([]);
});

// A guard counts once it was seen to fail.
test.each([
  [
    'a missing permission',
    'permissions',
    without(MANIFEST, /.*POST_NOTIFICATIONS.*\n/),
    'POST_NOTIFICATIONS is missing',
  ],
  [
    'a foreign permission',
    'permissions',
    changed(MANIFEST, '<queries>', '<uses-permission android:name="android.permission.CAMERA" />\n<queries>'),
    'CAMERA is not to be there',
  ],
  ['a permission for longer than is said', 'permissions', without(MANIFEST, ' android:maxSdkVersion="29"'), 'until'],
  [
    'a permission of a plugin that is let in',
    'permissions',
    without(MANIFEST, /.*FOREGROUND_SERVICE_LOCATION.*\n/),
    'FOREGROUND_SERVICE_LOCATION is missing',
  ],
  [
    'a permission for nothing',
    'permissions',
    changed('permissions.json', '["@capacitor/local-notifications"]', '["@capacitor/camera"]'),
    'SCHEDULE_EXACT_ALARM is for none',
  ],
  ['a backup', 'permissions', changed(MANIFEST, 'allowBackup="false"', 'allowBackup="true"'), 'back the app up'],
  [
    'cleartext',
    'permissions',
    changed(MANIFEST, 'usesCleartextTraffic="false"', 'usesCleartextTraffic="true"'),
    'cleartext',
  ],
  [
    'certificates of anybody',
    'permissions',
    changed('android/app/src/main/res/xml/network_security_config.xml', 'src="system"', 'src="user"'),
    'trusts certificates',
  ],
  [
    'a service for all apps',
    'permissions',
    changed(
      MANIFEST,
      'Service"\n            android:exported="false"',
      'Service"\n            android:exported="true"',
    ),
    'FirebasePushService is not to be there',
  ],
  ['no shared files', 'permissions', without(MANIFEST, /.*action\.SEND_MULTIPLE.*\n/), 'files of other apps'],
  [
    'a server in the app',
    'configuration',
    changed('capacitor.config.json', '"cleartext"', '"url": "https://x.example", "cleartext"'),
    'server.url',
  ],
  [
    'another app id',
    'configuration',
    changed('capacitor.config.json', 'de.kontor.app', 'de.other.app'),
    'does not say',
  ],
  ['an icon less', 'icons', changed(MANIFEST, 'android:name=".night"', 'android:name=".black"'), 'night is missing'],
  ['two icons at first', 'icons', changed(MANIFEST, 'android:enabled="false"', 'android:enabled="true"'), 'At first'],
  [
    'an icon more in the contract',
    'icons',
    {
      '/contract/src/modules/settings/keys.ts':
        "export const APP_ICONS = ['blue', 'night', 'green', 'light', 'red'] as const",
    },
    'red is missing',
  ],
  ['no picture', 'icons', { 'ios/App/App/Assets.xcassets/green.appiconset/green.png': null }, 'green is not among'],
  [
    'no icon of notices',
    'icons',
    { 'android/app/src/main/res/drawable/ic_stat_kontor.xml': null },
    'ic_stat_kontor, is not among',
  ],
  [
    'no icon of notices named',
    'icons',
    without('capacitor.config.json', '"smallIcon": "ic_stat_kontor",'),
    'undefined',
  ],
  [
    'another scheme of links',
    'iOS',
    changed(PLIST, /(CFBundleURLSchemes<\/key>\s*<array>\s*<string>)de\.kontor\.app/, '$1de.other.app'),
    'Schemes of links: de.kontor.app is missing',
  ],
  [
    'another keychain group',
    'iOS',
    changed(PLIST, 'de.kontor.app.shared', 'de.kontor.app.other'),
    'Keychain group of pushes: $(AppIdentifierPrefix)de.kontor.app.shared is missing',
  ],
  [
    'another keychain group of the notification service',
    'iOS',
    changed('ios/App/NotificationService/Info.plist', 'de.kontor.app.shared', 'de.kontor.app'),
    'Keychain group of pushes: $(AppIdentifierPrefix)de.kontor.app is not to be there',
  ],
  [
    'a task that nothing may wake',
    'iOS',
    changed(PLIST, 'com.transistorsoft.fetch', 'com.transistorsoft.other'),
    'Tasks in the background: com.transistorsoft.fetch is missing',
  ],
  [
    'a usage text less',
    'iOS',
    without(PLIST, /\t<key>NSLocationWhenInUse[^]*?<\/string>\n/),
    'NSLocationWhenInUseUsageDescription is missing',
  ],
  [
    'a usage text more',
    'iOS',
    changed(PLIST, 'NSLocationWhenInUseUsageDescription', 'NSCameraUsageDescription'),
    'NSCameraUsageDescription is not to be there',
  ],
  [
    'a background mode more',
    'iOS',
    changed(PLIST, '<string>fetch</string>', '<string>fetch</string><string>audio</string>'),
    'audio is not to be there',
  ],
  [
    'an entitlement less',
    'iOS',
    changed('ios/App/App/App.entitlements', 'aps-environment', 'aps'),
    'aps-environment is missing',
  ],
  [
    'a target without its file',
    'iOS',
    { 'ios/App/Shared/More.swift': 'import Foundation\n' },
    'More.swift is in no target',
  ],
  [
    'an id of nothing',
    'iOS',
    changed(
      XCODE,
      '2FAD9762203C412B000D30F8 /* config.xml */ = {isa',
      '2FAD9762203C412B000D30F9 /* config.xml */ = {isa',
    ),
    'which it does not have',
  ],
  [
    'the extension reads tokens',
    'iOS',
    changed('ios/App/NotificationService/NotificationService.entitlements', '.shared', ''),
    'more of the keychain',
  ],
  [
    'a text in one language',
    'texts',
    without('ios/App/NotificationService/en.lproj/Localizable.strings', /.*push_call.*\n/),
    'push_call is missing',
  ],
  [
    'a text that was not translated',
    'texts',
    changed('android/app/src/main/res/values-en/push.xml', 'A call', 'Ein Anruf'),
    'the same in both',
  ],
  [
    'a number less',
    'texts',
    changed('android/app/src/main/res/values-en/push.xml', '%d items', 'items'),
    'another number',
  ],
  [
    'another version',
    'plugins',
    changed('package.json', '"@capacitor/push-notifications": "8.1.2"', '"@capacitor/push-notifications": "8.1.1"'),
    '8.1.1 in package.json and 8.1.2',
  ],
  [
    'a range of versions',
    'plugins',
    changed('package.json', '"@capacitor/app": "', '"@capacitor/app": "^'),
    'not as one version',
  ],
  [
    'a plugin that was not synced',
    'plugins',
    without('ios/App/CapApp-SPM/Package.swift', /.*@capacitor\/keyboard.*\n/),
    '@capacitor/keyboard is missing',
  ],
  [
    'a licence',
    'licences',
    changed('licences.json', '@capgo/capacitor-share-target', '@capgo/other'),
    'capacitor-share-target 8.0.44 (shipped): MPL-2.0',
  ],
  [
    'a file that nobody names',
    'tree',
    { 'android/app/src/main/java/de/kontor/app/Other.java': '' },
    'neither generated nor named',
  ],
  [
    'an edit without a patch',
    'tree',
    changed('android/settings.gradle', "include ':app'", "include ':app', ':more'"),
    'has no patch',
  ],
  [
    'an edit beside its patch',
    'tree',
    changed('android/app/build.gradle', 'namespace = "de.kontor.app"', 'namespace = "de.kontor.other"'),
    'without its patch',
  ],
  [
    'a patch that was not applied',
    'tree',
    changed(PLIST, '<string>arm64</string>', '<string>armv7</string>'),
    'cannot be taken back',
  ],
  ['a generated file less', 'tree', { 'android/gradlew': null }, 'android/gradlew is generated, and is missing'],
  [
    'a long file',
    'sources',
    { 'ios/App/Shared/WebPush.swift': `${read('ios/App/Shared/WebPush.swift')}${'\n'.repeat(300)}` },
    'more than 300 lines',
  ],
])('seen to fail: %s', (_, rule, change, fault) => {
  expect(nativeRules[rule](nativeProject(change)).join('\n')).toContain(fault);
});

test('what the web imports is held against what the shells have', () => {
  const all = Object.keys(dependencies).filter((name) => !['@capacitor/android', '@capacitor/ios'].includes(name));
  const device = (names, more = '') =>
    names.map((name, index) => `import * as p${index} from '${name}';\n`).join('') + more;
  const lockOf = (versions) =>
    JSON.stringify({
      packages: Object.fromEntries(
        Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
      ),
    });
  const web = (source, versions = dependencies) =>
    nativeRules.plugins(
      nativeProject({
        '/web/src/device/device.native.ts': source,
        '/web/package.json': JSON.stringify({ dependencies: versions }),
        '/package-lock.json': lockOf(versions),
        '/web/tools/built-for.ts': "mode === 'native'",
      }),
    );
  expect(web(device(all, "registerPlugin<Push>('KontorPush');"))).toEqual([]);
  expect(web(device(all.slice(1)))).toEqual([`web/src/device/device.native.ts: ${all[0]} is missing`]);
  expect(web(device([...all, '@capacitor/camera'])).join('\n')).toContain('@capacitor/camera is not to be there');
  expect(web(device(all), { ...dependencies, '@capacitor/app': '8.0.0' })).toEqual([
    '@capacitor/app is 8.1.1 in native/, and 8.0.0 (8.0.0) in web/',
  ]);
  expect(web(device(all, "registerPlugin('UnifiedPush')")).join('\n')).toContain('asks for the plugin UnifiedPush');
  expect(web(device(all, 'void AppIcon.reset({})')).join('\n')).toContain('resets the icon');
  const locked = (broken) =>
    nativeRules
      .plugins(
        nativeProject({ '/web/src/device/device.native.ts': device(all, "registerPlugin('KontorLock')"), ...broken }),
      )
      .filter((fault) => fault.includes('KontorLock'));
  const activity = 'android/app/src/main/java/de/kontor/app/MainActivity.java';
  expect(locked({})).toEqual([]);
  expect(locked(without(activity, 'registerPlugin(KontorLockPlugin.class);'))).toHaveLength(1);
  expect(locked(without('ios/App/App/MainViewController.swift', /.*KontorLockPlugin.*\n/))).toHaveLength(1);
  expect(locked(without('ios/App/App/KontorLockPlugin.swift', 'let jsName = "KontorLock"'))).toHaveLength(1);
  const modes = nativeRules.plugins(nativeProject({ '/web/tools/built-for.ts': "mode === 'phone'" }));
  expect(modes.join('\n')).toContain('builds in the mode native');
});

test('names in the plugin for local notices that our code knows', () => {
  const storage =
    'node_modules/@capacitor/local-notifications/android/src/main/kotlin/com/capacitorjs/plugins/localnotifications/NotificationStorage.kt';
  const text = readFileSync(join(root, storage), 'utf8');
  const faults = nativeRules.notices(
    nativeProject({ [`/${storage}`]: text.replace('NOTIFICATION_STORE"', 'NOTICES"') }),
  );
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('NOTIFICATION_STORE');
});

test('what a build has made of the manifest', () => {
  const merged = (name) => `<manifest><uses-permission android:name="${name}" /></manifest>`;
  const project = nativeProject();
  expect(mergedFaults(project, merged('android.permission.INTERNET'))).toEqual([]);
  expect(mergedFaults(project, merged('de.kontor.app.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION'))).toEqual([]);
  expect(mergedFaults(project, merged('com.google.android.gms.permission.AD_ID'))).toHaveLength(1);
});

test('the packed page brings the policy that a server would send', () => {
  const page = withPolicy(
    '<html><head><title>x</title></head></html>',
    securityHeaders()(true)['Content-Security-Policy'],
  );
  expect(page).toContain(
    '<head>\n    <meta http-equiv="Content-Security-Policy" content="default-src \'self\' capacitor://localhost; ',
  );
  expect(page).toContain("require-trusted-types-for 'script'");
  expect(page).not.toContain('frame-ancestors');
  expect(() => withPolicy(page, 'x')).toThrow('a policy already');
});
