import { defineTexts } from '../../shell/index.ts';

export const avatarTexts = defineTexts(
  {
    choose: 'Bild wählen',
    change: 'Anderes Bild',
    remove: 'Bild entfernen',
    hint: 'Auch durch Hineinziehen oder Einfügen. Kontor schneidet die Mitte quadratisch aus.',
    drop: 'Bild hier ablegen',
    saving: 'Wird gespeichert …',
    saved: 'Ihr Bild ist gespeichert.',
    removed: 'Ihr Bild ist entfernt.',
    notAPicture: 'Das ist kein Bild. Kontor nimmt zum Beispiel JPEG, PNG und WebP.',
    tooLarge: 'Dieses Bild ist zu groß. Wählen Sie eines bis 1 MB, oder eines in einem anderen Format.',
  },
  {
    choose: 'Choose a picture',
    change: 'Another picture',
    remove: 'Remove picture',
    hint: 'Dropping and pasting work, too. Kontor cuts a square out of the middle.',
    drop: 'Drop the picture here',
    saving: 'Saving …',
    saved: 'Your picture is saved.',
    removed: 'Your picture is removed.',
    notAPicture: 'This is no picture. Kontor takes JPEG, PNG and WebP, for example.',
    tooLarge: 'This picture is too large. Choose one of up to 1 MB, or one in another format.',
  },
);
