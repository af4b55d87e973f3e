/** Copies a text. Without TLS, and not on this machine, browsers have no clipboard but the one of marked text. */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false, // not allowed, which the caller says
    );
  }
  const field = document.createElement('textarea');
  field.className = 'sr';
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
