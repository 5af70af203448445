// Stands in for the image process and does what its name says.
process.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const word = Buffer.from(bytes).toString();
  if (word === 'exit') process.exit(1);
  if (word === 'fine') process.send?.({ image: { type: 'image/png', bytes } });
});
process.send?.({ ready: true });
