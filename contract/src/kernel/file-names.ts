const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/** Whether Windows takes the name of a file for a device: it does so in any case, with blanks behind, and whatever ending follows. */
export const isDeviceName = (name: string): boolean => DEVICE_NAME.test(name);
