/** Whether a number stands for somebody without an account. */
export const isGuestId = (id: number): boolean => id < 0;
