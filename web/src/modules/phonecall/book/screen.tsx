export const BookScreen = () => null;
