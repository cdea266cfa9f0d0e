// The pages on which people let another app use their wallet. Nothing is shown until they are built.
document.title = 'Latchkey';
