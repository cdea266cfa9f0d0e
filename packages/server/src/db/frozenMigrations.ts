interface FrozenMigration {
  /** SHA-256 of its statements ({@link readStatements}), which never change again. */
  readonly statements: string;
  /** SHA-256 of whole files with these statements. Older versions stored this hash in databases. */
  readonly files?: readonly string[];
}

/** Every migration, by file name. Add the hash of each new migration here. */
export const frozenMigrations: Readonly<Record<string, FrozenMigration>> = {
  '0001_apps.sql': {
    statements: 'a453951c4a221c5674f89c5c4cb60db133fefefa19f8b3b75f6d0660e2197a5b',
    files: ['599ee2238c2ddd00a38178b74a3410072b7a79f4775417e2d2e0b03923386a8c'],
  },
  '0002_users.sql': {
    statements: '5b9c46a919c25361e21d2377802b90a7d7d46d0184ba72af79e7ab9b725b4d3f',
    files: ['aba4c4eea36c5d10caec009a20746d7a06b950574d9b8472f0ffc47acef3d02c'],
  },
  '0003_sessions.sql': {
    statements: '03b73d86216c375c21432b8b915c553d9c47f437d22762d372989e4ba07b8ce4',
    files: [
      'fab6bfcc011c7aa1f13c37aa89ed69ae92b56033eac8f3d901eb0dcd0b59822f',
      '13d2f4bf4afb4eab6141133d18bbc2fdb15fdcb42ca6b0742f59b0cad8cdf84e',
    ],
  },
  '0004_challenges.sql': {
    statements: 'f6d9f6fa69f55558996ea1b6685e73d86e61d4f85f360ddce625e65b13effaec',
    files: [
      'f02cc899d99a8d2afa8ae4c58b57428eb4acb8da9670e973c796a162615be8e9',
      'a90d46def79ab5b14b5e9395d82d8d3a0e5ed478f30794f6825de4a434475ca7',
      '1c438e788db5ce5202a7b183c15451dbff8c690f0e51ce073a9a2a0d96b9034a',
    ],
  },
  '0005_custody.sql': {
    statements: 'be9f31b031c5e20e46ebd3ec015b7ef801be7f0543def124d49eea2536773bb1',
    files: ['1e5c18b0c12bcc46ef7e1ef87b40382624f9aef485087212f3778bf72965e88a'],
  },
  '0006_recovery_store.sql': {
    statements: '0058af7d6045a9da682506db425e87b17e57cf8e5b082d15ebd9989e13352bb3',
    files: ['aa86147587a42a33b4897152f010a6b5ffd96b03341e88298c463f9babdce848'],
  },
  '0007_audit.sql': {
    statements: 'db0567166b4d861adb3af4b53585af5433dc4040208fcc8be2e44d204eb67853',
    files: [
      '2eedd8e65e8fb69012ea9df8e6525d4aad868316931b0ef2fb524dca69a40e83',
      '20a98354c6ecd58472b3a00d3266523208ac8a48f6265329b359e03d4b034ee1',
    ],
  },
  '0008_webhooks.sql': {
    statements: '8921d4fa7c0eab59f68af3a064f0b8763314dd12a4d867c0dcb098c70d16de53',
    files: ['6db389bc5df56a92d380b4d984055cacf8b59f4cda7c659454c1352c04a0b898'],
  },
  '0009_analytics.sql': {
    statements: '22ef5f520ba2f19d9bd2c1174bab883156a507156aebb11e8ac44e474d06f4e8',
    files: ['3c5d0de60e55ea4f149d3c23c6125dfa73f5715d5c8073cabc34b2d478b3b21e'],
  },
  '0010_captcha.sql': {
    statements: '1a69044221021707a2b59171fde3762df5358b39c37af5b620520f9fca55937d',
    files: ['7694d3479500374a3b2db022cabb79e2b62595889a27b3e536fcc94d0a2a9bcd'],
  },
  '0011_app_secrets.sql': {
    statements: '35965b1aea6d52f467c3c1fcedc7e72e5fa7aa2995c9f668b8f6687159ce855b',
    files: ['e2b284fe1cb99e7a8c2bd319630a044f5e66d33151b3761176e8fb392cd486f6'],
  },
  '0012_forks_and_tries.sql': {
    statements: 'e5f8a8cf6ffab90e1d3da95c53a4a7bb1f3c5ddf9b0bebb63bb706628ee04e1a',
    files: [
      '0bc128ec95df79893c7abb6ea8fa80ccb63df676b12fcaac5f6127da6cff6950',
      'fe55a00e27c8fb02452d049e9afdb77e07aa3263bbd584de453c1cdf3298cbb7',
    ],
  },
  '0013_confirmations.sql': {
    statements: 'c4c549dddf50e0a104616df3dd135c99bdc84faf584ab8b4cebf536f47384188',
    files: ['0dcad502a64843f9fd9b845e3376b485930deebf67873aa0007a55fadbb6503b'],
  },
  '0014_removed_addresses.sql': {
    statements: '41352286eeb0e8cb0b4b13f4d1ab080e2c389307fb48a15df19dc490d4fd5b3e',
    files: ['5f338cfa887ba318608b7b2846026c39d20a5f913488dcdf4b68f4650caa5dfc'],
  },
  '0016_webhook_order.sql': {
    statements: 'f36b9ea1d10339f6043dd5c9ff8baa79f125eb315c5720c7616b885e643b474f',
    files: ['28538abff5a6a99ecbabb4144a7d542cf64f1400562e778a49f132ceb9d90f2f'],
  },
  '0020_second_factor.sql': {
    statements: 'daac8342bf57cf8cc429eb9d3fb6d4b9d638c4587dba3d1b136c07200a57361a',
    files: ['c9bfea6b52c1317a476a3ba3111e23d6c9c79cd5ea4a0d0609c98a336dce51a9'],
  },
  '0021_funding.sql': {
    statements: 'ddddb0c94e65823236a6a6abfffd2faa23bbe7d7fb7d5441e8f2a3d592c21581',
    files: ['dff5942bb3425c7822c8d12e3428f6ce1bb225f05aa56302b3c9bbfda032014b'],
  },
  '0022_cross_app.sql': {
    statements: '6d7090fa9bb4335e8f937bd628d75ed1c38588f2274823f7e66c9d95953ce569',
    files: ['75a3638e8aade62163a1b5d86fb62270279bac9ae92bfcf89b6fad7a43fe9a47'],
  },
  '0023_farcaster_signers.sql': {
    statements: 'abd3af6629557b19b38f0a93e7f92ecad455478b1be4de0128104c173a1023f0',
    files: ['19304071dc95abafd36139cd177d89a212b195da09bc7810d330d5b5e885feec'],
  },
  '0024_removal_sessions.sql': {
    statements: '43dc7227583e910f7c8cce83011ec1baf6dd9c6f34e70359a8f5100545b60e93',
  },
  '0025_new_numbers.sql': {
    statements: 'ca6950bc439c875c77f206185770eb494dcc22e3577aa6979cbfaa2cc9681225',
  },
  '0026_code_requests.sql': {
    statements: '5153bde86323c1d1528502f357984aa52004fc978813c26b04e2d3011264e094',
  },
  '0027_mexican_numbers.sql': {
    statements: '6c035ad80ac8b06898634d007fd8d02c1133579d103ab9b68331220968a6e254',
  },
  '0028_any_on_ramp.sql': {
    statements: '947e22cff5cc242ef2cea22b89808e27df1b6d83c3b8307429b9787d9d8c0097',
  },
  '0029_factor_methods.sql': {
    statements: 'a4a5a87c189070bb1a3999bb67a255520e1dbfc8144f5ad2168557ad0f70f4f2',
  },
  '0030_login_functions.sql': {
    statements: '1c2e72be54b68ae999795be340412089dfd89e7941a95c95835cfd5c0217052d',
  },
  '0031_operator_tokens.sql': {
    statements: '052e4913f136d90e05ad533b0c3143620bb286a7de45c9cfae5b8a7285195154',
  },
  '0032_login_replies.sql': {
    statements: '9fab5a8865f3a79b33e15c0ad3ed68923561a459c8306dc896190b5266ae4b38',
  },
};
