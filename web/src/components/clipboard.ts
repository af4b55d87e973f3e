/** Copies text. Browsers offer the clipboard API only with TLS or on localhost; elsewhere it copies a selection. */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false, // not allowed; the caller reports it
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
