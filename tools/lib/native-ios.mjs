// What the iOS app must hold, as the other rules of native-rules.mjs.
import { differences } from './native-project.mjs';
import { parsePlist, parseStrings } from './xml.mjs';

const APP = 'ios/App/App';
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj';
/** What the plugin for fetches in the background calls its task. */
const FETCH_TASK = 'com.transistorsoft.fetch';

/** How the iOS app is opened, where its keys lie, and what may wake it. */
function infoFaults(project, info) {
  const { appId } = project.json('capacitor.config.json');
  const service = parsePlist(project.text('ios/App/NotificationService/Info.plist'));
  const group = `$(AppIdentifierPrefix)${appId}.shared`;
  const schemes = (info.CFBundleURLTypes ?? []).flatMap(({ CFBundleURLSchemes }) => CFBundleURLSchemes ?? []);
  return [
    ...differences('Schemes of links', schemes, [appId]),
    ...differences('Tasks in the background', info.BGTaskSchedulerPermittedIdentifiers ?? [], [FETCH_TASK]),
    ...[info, service].flatMap(({ KontorKeychainGroup }) =>
      differences('Keychain group of pushes', [KontorKeychainGroup].flat(), [group]),
    ),
  ];
}

/** Usage texts, background modes, entitlements and targets of the iOS app. */
export function iosFaults(project) {
  const { iosUsage, iosBackground, iosEntitlements } = project.json('permissions.json');
  const { dependencies } = project.json('package.json');
  const info = parsePlist(project.text(`${APP}/Info.plist`));
  const usage = Object.keys(info).filter((key) => /^NS\w+UsageDescription$/.test(key));
  const faults = [
    ...differences('Usage texts', usage, Object.keys(iosUsage)),
    ...differences('Background modes', info.UIBackgroundModes ?? [], Object.keys(iosBackground)),
    ...differences(
      'Entitlements',
      Object.keys(parsePlist(project.text(`${APP}/App.entitlements`))),
      Object.keys(iosEntitlements),
    ),
    ...infoFaults(project, info),
  ];
  const isThere = (user) => user in dependencies || project.has(`${APP}/${user}Plugin.swift`);
  for (const [name, { reason, for: users }] of Object.entries({ ...iosUsage, ...iosBackground }))
    if (!reason || !users?.some(isThere)) faults.push(`${name} has no reason, or is for none of the plugins`);
  if (info.NSAppTransportSecurity !== undefined) faults.push('Info.plist makes exceptions for what goes in the clear');
  const german = parseStrings(project.text(`${APP}/de.lproj/InfoPlist.strings`));
  for (const key of Object.keys(iosUsage))
    if (german[key] !== info[key]) faults.push(`${key} says another thing in Info.plist than in German`);
  const { 'keychain-access-groups': service } = parsePlist(
    project.text('ios/App/NotificationService/NotificationService.entitlements'),
  );
  if (service?.length !== 1 || !service[0].endsWith('.shared'))
    faults.push('The notification service reads more of the keychain than keys of pushes');
  const xcode = project.text(XCODE);
  const targets = [...xcode.matchAll(/isa = PBXNativeTarget;[^]*?\bname = (\w+);/g)].map(([, name]) => name);
  faults.push(...differences('Targets of Xcode', targets, ['App', 'NotificationService', 'ShareExtension']));
  const known = new Set([...xcode.matchAll(/^\t\t([0-9A-F]{24}) (?:\/\*.*\*\/ )?= \{/gm)].map(([, id]) => id));
  for (const [, id] of xcode.matchAll(/\b([0-9A-F]{24})\b/g))
    if (!known.has(id)) faults.push(`The Xcode project names ${id}, which it does not have`);
  for (const path of project.paths)
    if (/^ios\/App\/(?!CapApp)\S+\.swift$/.test(path) && !xcode.includes(`/* ${path.split('/').at(-1)} in Sources */`))
      faults.push(`${path} is in no target of Xcode`);
  return faults;
}
