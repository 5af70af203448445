#!/usr/bin/env bash
# Makes the Android app on a maintainer's machine: build-android.sh [debug|release]. See docs/native.md.
#   KONTOR_LINK_HOST     host whose https links open the app, and whose passwords the phone fills in
#   KONTOR_VERSION       version that people read, such as 1.4.0
#   KONTOR_BUILD         number of the build, higher with each one
set -euo pipefail
cd "$(dirname "$0")"
kind="${1:-debug}"
missing=()
need() { missing+=("$1"); }

case "$kind" in debug | release) ;; *) echo "Say debug or release, not $kind." >&2; exit 1 ;; esac
java_version=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -1 || true)
[ "${java_version:-0}" -ge 21 ] || need "JDK 21 or newer (java on PATH${java_version:+; found $java_version}): Capacitor's sources ask for it"
sdk="${ANDROID_HOME:-${ANDROID_SDK_ROOT:-}}"
if [ -z "$sdk" ]; then
  need "the Android SDK: set ANDROID_HOME to its folder"
else
  [ -d "$sdk/platforms/android-36" ] || need "platform 36 of the Android SDK: sdkmanager 'platforms;android-36'"
  ls "$sdk"/build-tools/3[5-9]* >/dev/null 2>&1 || need "build tools of the Android SDK, 35 or newer: sdkmanager 'build-tools;36.0.0'"
fi
if [ "$kind" = release ]; then
  [ -f android/keystore.properties ] || need "android/keystore.properties with storeFile, storePassword, keyAlias and keyPassword: a release is signed"
  [ -n "${KONTOR_VERSION:-}" ] || need "KONTOR_VERSION, such as 1.4.0"
  [ -n "${KONTOR_BUILD:-}" ] || need "KONTOR_BUILD, a number higher than that of the build before"
  [ -n "${KONTOR_LINK_HOST:-}" ] || need "KONTOR_LINK_HOST, the host whose links open the app"
fi
if [ "${#missing[@]}" -gt 0 ]; then
  echo "The app cannot be built yet. Missing:" >&2
  printf -- '- %s\n' "${missing[@]}" >&2
  exit 1
fi
[ -f android/app/google-services.json ] || echo "Note: android/app/google-services.json is not there; the app will have no pushes by Google, UnifiedPush works."

./web.sh android
[ "$kind" = release ] && task=bundleRelease || task=assembleDebug
(
  cd android
  ./gradlew "$task" \
    "-PkontorVersionName=${KONTOR_VERSION:-0.1.0}" \
    "-PkontorVersionCode=${KONTOR_BUILD:-1}" \
    "-PkontorLinkHost=${KONTOR_LINK_HOST:-links.kontor.invalid}"
)
merged=$(find android/app/build/intermediates/merged_manifests -name AndroidManifest.xml | grep -i "$kind" | head -1)
PATH="$PWD/../node_modules/.bin:$PATH" node ../tools/native-check.mjs merged "$merged"
find android/app/build/outputs -name '*.apk' -o -name '*.aab'
echo "Write into docs/native-builds.md what was built, on what, and what was tried with it."
