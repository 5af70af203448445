export { ImageCleaner } from './image-cleaner.ts';
