// Makes the pictures of both shells from web/public/icon*.svg: `node native/icons.mjs`. What it writes is committed.
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { APP_ICONS } from '../contract/src/modules/settings/keys.ts';

const native = import.meta.dirname;
const res = join(native, 'android', 'app', 'src', 'main', 'res');
const assets = join(native, 'ios', 'App', 'App', 'Assets.xcassets');

const write = (file, content) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
const writeJson = (file, value) => write(file, `${JSON.stringify(value, null, 2)}\n`);
const png = (svg, size) =>
  sharp(Buffer.from(svg), { density: 96 })
    .resize(size, size)
    .flatten(svg.includes('data-flat') ? { background: /data-flat="([^"]+)"/.exec(svg)[1] } : false)
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toBuffer();

/** Colours and outline of an icon: a square with round corners, and the letter. */
function partsOf(icon) {
  const svg = readFileSync(join(native, '..', 'web', 'public', icon === 'blue' ? 'icon.svg' : `icon-${icon}.svg`), 'utf8');
  const [, ground] = /<rect\b[^>]*fill="([^"]+)"/.exec(svg);
  const [, letter, colour] = /<path d="([^"]+)" fill="([^"]+)"/.exec(svg);
  return { svg, ground, letter, colour };
}

// The letter lies in 9..25.4 by 7..25 of 32; a launcher shows the inner 66 of 108, which here are the inner 20 of 32.
const vector = (letter, colour, size) => `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${size}dp"
    android:height="${size}dp"
    android:viewportWidth="32"
    android:viewportHeight="32">
    <group android:pivotX="16" android:pivotY="16" android:scaleX="${size === 108 ? 0.75 : 1.25}" android:scaleY="${size === 108 ? 0.75 : 1.25}">
        <path android:fillColor="${colour}" android:pathData="${letter}" />
    </group>
</vector>
`;

const colours = [];
for (const icon of APP_ICONS) {
  const { svg, ground, letter, colour } = partsOf(icon);
  colours.push(`    <color name="icon_${icon}">${ground}</color>`);
  write(join(res, 'drawable', `ic_letter_${icon}.xml`), vector(letter, colour, 108));
  write(
    join(res, 'mipmap-anydpi-v26', `ic_launcher_${icon}.xml`),
    `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/icon_${icon}" />
    <foreground android:drawable="@drawable/ic_letter_${icon}" />
    <monochrome android:drawable="@drawable/ic_letter_${icon}" />
</adaptive-icon>
`,
  );
  write(join(res, 'mipmap-xxhdpi', `ic_launcher_${icon}.png`), await png(svg, 144));
  // iOS rounds the corners itself, has no border, and takes no transparent picture.
  const square = svg.replace(/<rect\b[^>]*\/>/, `<rect width="32" height="32" fill="${ground}"/>`).replace('<svg ', `<svg data-flat="${ground}" `);
  const set = join(assets, `${icon === 'blue' ? 'AppIcon' : icon}.appiconset`);
  const file = icon === 'blue' ? 'AppIcon-512@2x.png' : `${icon}.png`;
  write(join(set, file), await png(square, 1024));
  if (icon !== 'blue')
    writeJson(join(set, 'Contents.json'), {
      images: [{ filename: file, idiom: 'universal', platform: 'ios', size: '1024x1024' }],
      info: { author: 'xcode', version: 1 },
    });
}
// The plugin changes to an icon by its name, so the first one is there by its name as well.
const blue = join(assets, 'blue.appiconset');
write(join(blue, 'blue.png'), readFileSync(join(assets, 'AppIcon.appiconset', 'AppIcon-512@2x.png')));
writeJson(join(blue, 'Contents.json'), {
  images: [{ filename: 'blue.png', idiom: 'universal', platform: 'ios', size: '1024x1024' }],
  info: { author: 'xcode', version: 1 },
});

const first = partsOf(APP_ICONS[0]);
write(
  join(res, 'values', 'icon_colors.xml'),
  `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${colours.join('\n')}\n    <color name="splash">#f4f6fa</color>\n</resources>\n`,
);
write(
  join(res, 'values-night', 'icon_colors.xml'),
  '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <color name="splash">#12161d</color>\n</resources>\n',
);
write(join(res, 'drawable', 'ic_stat_kontor.xml'), vector(first.letter, '#ffffff', 24));
write(
  join(res, 'drawable', 'splash.xml'),
  `<?xml version="1.0" encoding="utf-8"?>
<layer-list xmlns:android="http://schemas.android.com/apk/res/android">
    <item android:drawable="@color/splash" />
    <item android:drawable="@mipmap/ic_launcher_blue" android:gravity="center" android:width="96dp" android:height="96dp" />
</layer-list>
`,
);
const middle = first.svg.replace('viewBox="0 0 32 32"', 'viewBox="-144 -144 320 320" data-flat="#f4f6fa"');
write(join(assets, 'Splash.imageset', 'splash-2732x2732.png'), await png(middle, 2732));
console.log(`${APP_ICONS.length} icons for Android and iOS`);
