#!/usr/bin/env bash
# Builds the web app for the shells into native/build/web, and lets the CLI copy it: web.sh android|ios. The build scripts call it.
set -euo pipefail
cd "$(dirname "$0")"
# The mode of the build that has web/src/device/device.native.ts in it (web/tools/built-for.ts); the one for browsers leaves it out.
WEB_MODE=native
export PATH="$PWD/../node_modules/.bin:$PATH"

[ -x ../node_modules/.bin/vite ] || { echo "The repository is not set up: run \`npm ci\` in its root first." >&2; exit 1; }
# What the lock file says, and no script of a package.
npm ci --ignore-scripts
node ../tools/native-check.mjs
(cd ../web && node ../node_modules/vite/bin/vite.js build --mode "$WEB_MODE" --outDir ../native/build/web --emptyOutDir)
grep -rlq KontorPush build/web/assets || { echo "The page was built without what a phone needs: see web/tools/built-for.ts." >&2; exit 1; }
node policy.mjs build/web/index.html
node node_modules/@capacitor/cli/bin/capacitor sync "$1"
# sync writes what is committed: a difference would go into the app unread.
node ../tools/native-check.mjs
