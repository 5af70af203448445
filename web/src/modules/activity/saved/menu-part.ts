/** What a part of the main menu is told. */
export interface MenuPart {
  readonly address: string;
  readonly onGo?: () => void;
}
