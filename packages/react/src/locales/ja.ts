import type { Locale } from './locale.ts';

/** Japanese. */
export const ja = {
  account: {
    titles: {
      link: { email: 'メールアドレスを追加', sms: '電話番号を追加' },
      update: { email: 'メールアドレスを変更', sms: '電話番号を変更' },
    },
    linkDetail: '追加すると、これでもログインできるようになります。',
    updateDetail: '現在の登録:',
  },
  accountNotFound: {
    title: 'アカウントが見つかりません',
    detail: 'このログイン情報のアカウントはありません。',
    button: '別のアカウントを試す',
  },
  address: { copy: 'アドレスをコピー', copied: 'コピーしました' },
  allowlist: {
    title: 'このアプリを利用する権限がありません',
    detail: '招待は届いていますか？',
    button: '別のアカウントを試す',
  },
  code: {
    title: 'コードを入力',
    sentTo: '6桁のコードを次の宛先に送信しました:',
    label: '6桁のコード',
    notNumeric: 'コードは数字で入力してください',
    checking: 'コードを確認しています',
    success: '完了しました',
    missing: '届きませんか?',
    resend: 'コードを再送信',
    resendIn: (seconds) => `${seconds}秒後にコードを再送信`,
    resent: '新しいコードを送信しました。',
    wrongCode: '確認コードが無効か、有効期限が切れています',
    tooMany: 'リクエストが多すぎます。しばらく待ってからお試しください。',
    failed: 'コードを確認できませんでした',
  },
  confirmLogin: {
    title: 'ご本人の確認',
    detail: 'ログインから時間がたっています。アカウントを変更する前に、確認コードの送信先をお選びください。',
    logInAgain:
      'ログインから時間がたっています。アカウントを変更するには、一度ログアウトして、もう一度ログインしてください。',
    close: '閉じる',
  },
  connecting: { title: 'ウォレットに接続しています' },
  consent: {
    title: '最後のステップ',
    text: '登録すると、利用規約とプライバシーポリシーに同意したことになります。',
    viewTerms: '利用規約を見る',
    viewPrivacy: 'プライバシーポリシーを見る',
    decline: '同意しない',
    accept: '同意する',
  },
  country: { label: '国' },
  created: { title: 'ウォレットの準備ができました', detail: 'どこでログインしてもご利用いただけます。' },
  creating: { title: 'ウォレットを作成しています', detail: '数秒かかります。' },
  email: {
    label: 'メールアドレス',
    placeholder: 'your@email.example',
    submit: '送信',
    continueWith: 'メールで続ける',
  },
  errors: {
    rows: {
      client_request_timeout: {
        title: 'タイムアウトしました',
        detail: 'リクエストに時間がかかりすぎました。もう一度お試しください。',
        button: '再試行',
      },
      disallowed_login_method: {
        title: '許可されていません',
        detail: 'このログイン方法は許可されていません',
        button: '別の方法を試す',
      },
      invalid_credentials: {
        title: '問題が発生しました。もう一度お試しください。',
        detail: '',
        button: '再試行',
      },
      linked_to_another_user: {
        title: '認証に失敗しました',
        detail: 'このアカウントはすでに別のユーザーに連携されています。',
        button: 'もう一度試す',
      },
      missing_or_invalid_token: {
        title: '問題が発生しました',
        detail: 'エラーが発生しました。もう一度ログインしてください。',
        button: '再試行',
      },
      not_supported: {
        title: 'この地域には対応していません',
        detail: 'この地域ではSMS認証をご利用いただけません',
        button: '別の方法を試す',
      },
      too_many_requests: {
        title: 'リクエストに失敗しました',
        detail: '試行回数が多すぎます。',
        button: 'しばらくしてから再試行',
      },
    },
    fallback: {
      title: '問題が発生しました',
      detail: 'しばらくしてからお試しください',
      button: '再試行',
    },
  },
  errorScreen: { close: '閉じる' },
  header: { back: '戻る', close: '閉じる', info: '詳細' },
  landing: { header: 'ログインまたは新規登録', recent: '最近' },
  legal: {
    agree: 'ログインすると次に同意したことになります:',
    terms: '利用規約',
    privacy: 'プライバシーポリシー',
  },
  loginFailed: {
    title: 'ログインできませんでした',
    detail: '不明なエラーが発生しました。',
    tryAgain: 'もう一度試す',
    cancel: 'キャンセル',
  },
  more: {
    more: 'その他の方法',
    wallet: 'ウォレットで続ける',
    otherSocials: 'その他のソーシャル',
    emailOrSocials: 'メールまたはソーシャルでログイン',
    smsOrSocials: 'SMSまたはソーシャルでログイン',
    socials: 'ソーシャルアカウントでログイン',
    emailOrSms: 'メールまたはSMSで続ける',
    email: 'メールで続ける',
    sms: 'SMSで続ける',
  },
  passcode: {
    notNumeric: 'コードに使えるのは数字のみです',
    tooLong: 'コードはちょうど6桁です',
  },
  phoneInput: { label: '電話番号', submit: '送信' },
  placeholder: {
    loading: '読み込み中',
    title: '現在ログインできません',
    detail: 'サービスに接続できませんでした。接続を確認して、もう一度お試しください。',
    retry: '再試行',
  },
  shell: { protectedBy: 'Latchkeyで保護されています' },
  signRequest: {
    titles: { personal_sign: 'メッセージに署名', eth_signTypedData_v4: 'データに署名' },
    asks: (app) => `${app}が署名を求めています。`,
    advice: {
      personal_sign: '署名は無料で、取引は送信されません。',
      eth_signTypedData_v4: '内容を理解できるものだけに署名してください。',
    },
    confirm: '署名',
    reject: '拒否',
    done: '署名しました',
    contents: '署名する内容',
  },
  sms: { continueWith: 'SMSで続ける' },
  typedData: { domain: 'ドメイン' },
  userLimit: {
    title: 'このアプリは定員に達しています',
    detail: '現在、新しいユーザーを受け付けていません。',
    button: '別のアカウントを試す',
  },
} satisfies Locale;
