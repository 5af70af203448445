import { defineTexts } from '../language.ts';

export const formTexts = defineTexts({ create: 'Anlegen' }, { create: 'Create' });
