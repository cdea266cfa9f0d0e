// Printed from messages/ja.json by `npm run messages`: change the messages, not this file.
export const passkeyJa = {
  create: 'ウォレットにパスキーを追加',
  createDetail: '新しいブラウザでログインしたとき、このパスキーでウォレットを開けます。',
  use: 'パスキーでウォレットを開く',
  useDetail: 'ウォレットに追加したパスキーを使ってください。',
  next: '続ける',
  failed: '問題が発生しました。もう一度試すか、別のパスキーを使ってください。',
  lost: '元のページが閉じられています。このウィンドウを閉じて、最初からやり直してください。',
  name: 'ウォレットの復元',
};
