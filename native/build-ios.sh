#!/usr/bin/env bash
# Makes the iOS app on a maintainer's Mac: build-ios.sh [simulator|archive]. See docs/native.md.
#   KONTOR_TEAM          Apple's id of the team that signs (archive)
#   KONTOR_LINK_HOST     host whose https links open the app, and whose passwords the phone fills in
#   KONTOR_VERSION       version that people read, such as 1.4.0
#   KONTOR_BUILD         number of the build, higher with each one
set -euo pipefail
cd "$(dirname "$0")"
kind="${1:-simulator}"
missing=()
need() { missing+=("$1"); }

case "$kind" in simulator | archive) ;; *) echo "Say simulator or archive, not $kind." >&2; exit 1 ;; esac
if [ "$(uname -s)" != Darwin ]; then
  need "a Mac: Apple's tools run nowhere else"
elif ! xcodebuild -version >/dev/null 2>&1; then
  need "Xcode 16 or newer, opened once, with its licence agreed to"
else
  xcode=$(xcodebuild -version | sed -n 's/^Xcode \([0-9]*\).*/\1/p')
  [ "${xcode:-0}" -ge 16 ] || need "Xcode 16 or newer (found ${xcode:-none})"
fi
if [ "$kind" = archive ]; then
  [ -n "${KONTOR_TEAM:-}" ] || need "KONTOR_TEAM, Apple's id of the team that signs"
  [ -n "${KONTOR_VERSION:-}" ] || need "KONTOR_VERSION, such as 1.4.0"
  [ -n "${KONTOR_BUILD:-}" ] || need "KONTOR_BUILD, a number higher than that of the build before"
  [ -n "${KONTOR_LINK_HOST:-}" ] || need "KONTOR_LINK_HOST, the host whose links open the app"
fi
if [ "${#missing[@]}" -gt 0 ]; then
  echo "The app cannot be built yet. Missing:" >&2
  printf -- '- %s\n' "${missing[@]}" >&2
  exit 1
fi

./web.sh ios
settings=(
  "KONTOR_LINK_HOST=${KONTOR_LINK_HOST:-links.kontor.invalid}"
  "MARKETING_VERSION=${KONTOR_VERSION:-0.1.0}"
  "CURRENT_PROJECT_VERSION=${KONTOR_BUILD:-1}"
)
if [ "$kind" = simulator ]; then
  xcodebuild -project ios/App/App.xcodeproj -scheme App -configuration Debug -sdk iphonesimulator \
    -derivedDataPath build/ios CODE_SIGNING_ALLOWED=NO "${settings[@]}" build
else
  xcodebuild -project ios/App/App.xcodeproj -scheme App -configuration Release -archivePath build/ios/Kontor.xcarchive \
    -allowProvisioningUpdates "DEVELOPMENT_TEAM=$KONTOR_TEAM" "${settings[@]}" archive
fi
echo "Write into docs/native-builds.md what was built, on what, and what was tried with it."
