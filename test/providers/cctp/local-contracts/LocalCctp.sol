// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

// The rules of Circle's CCTP V2 as far as a transfer meets them, written for the tests: the same functions, events, message
// layout and words of refusal, but no owners, limits or deny lists, and USDC is kept and paid out where Circle's burns and mints.

interface Token {
  function transferFrom(address from, address to, uint256 units) external returns (bool);
  function transfer(address to, uint256 units) external returns (bool);
}

contract LocalTransmitter {
  mapping(bytes32 => uint256) public usedNonces;
  mapping(address => bool) isAttester;
  uint32 domain;

  event MessageSent(bytes message);
  event MessageReceived(address indexed caller, uint32 sourceDomain, bytes32 indexed nonce, bytes32 sender, uint32 indexed finalityThresholdExecuted, bytes messageBody);

  function set(uint32 domain_, address first, address second) external {
    domain = domain_;
    isAttester[first] = true;
    isAttester[second] = true;
    usedNonces[0] = 1;
  }

  function sendMessage(uint32 to, bytes32 recipient, bytes32 caller, uint32 finality, bytes calldata body) external {
    emit MessageSent(abi.encodePacked(uint32(1), domain, to, bytes32(0), bytes32(uint256(uint160(msg.sender))), recipient, caller, finality, uint32(0), body));
  }

  function receiveMessage(bytes calldata message, bytes calldata attestation) external returns (bool) {
    require(attestation.length == 130, "Invalid attestation length");
    address last = address(0);
    for (uint256 i = 0; i < 2; i++) {
      bytes calldata part = attestation[i * 65:(i + 1) * 65];
      address signer = ecrecover(keccak256(message), uint8(part[64]), bytes32(part[0:32]), bytes32(part[32:64]));
      require(signer > last, "Invalid signature order or dupe");
      require(isAttester[signer], "Invalid signature: not attester");
      last = signer;
    }
    require(uint32(bytes4(message[8:12])) == domain, "Invalid destination domain");
    bytes32 caller = bytes32(message[108:140]);
    require(caller == 0 || caller == bytes32(uint256(uint160(msg.sender))), "Invalid caller for message");
    bytes32 nonce = bytes32(message[12:44]);
    require(usedNonces[nonce] == 0, "Nonce already used");
    usedNonces[nonce] = 1;
    finish(message, nonce);
    return true;
  }

  function finish(bytes calldata message, bytes32 nonce) private {
    uint32 from = uint32(bytes4(message[4:8]));
    bytes32 sender = bytes32(message[44:76]);
    LocalMessenger(address(uint160(uint256(bytes32(message[76:108]))))).handle(sender, message[148:]);
    emit MessageReceived(msg.sender, from, nonce, sender, uint32(bytes4(message[144:148])), message[148:]);
  }
}

contract LocalMessenger {
  LocalTransmitter transmitter;
  Token token;
  uint256 minFee;

  event MintAndWithdraw(address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected);

  function set(LocalTransmitter transmitter_, Token token_, uint256 minFee_) external {
    transmitter = transmitter_;
    token = token_;
    minFee = minFee_;
  }

  function getMinFeeAmount(uint256) external view returns (uint256) {
    return minFee;
  }

  function depositForBurnWithHook(uint256 amount, uint32 to, bytes32 recipient, address burnToken, bytes32 caller, uint256 maxFee, uint32 finality, bytes calldata hook) external {
    require(hook.length > 0, "Hook data is empty");
    require(amount > 0, "Amount must be nonzero");
    require(recipient != 0, "Mint recipient must be nonzero");
    require(maxFee < amount, "Max fee must be less than amount");
    require(maxFee >= minFee, "Insufficient max fee");
    require(burnToken == address(token), "Burn token not supported");
    require(token.transferFrom(msg.sender, address(this), amount), "transfer");
    bytes32 me = bytes32(uint256(uint160(address(this))));
    bytes memory body = abi.encodePacked(uint32(1), bytes32(uint256(uint160(burnToken))), recipient, amount, bytes32(uint256(uint160(msg.sender))), maxFee, uint256(0), uint256(0), hook);
    transmitter.sendMessage(to, me, caller, finality, body);
  }

  function handle(bytes32 sender, bytes calldata body) external {
    require(msg.sender == address(transmitter), "Invalid message transmitter");
    require(sender == bytes32(uint256(uint160(address(this)))), "Remote TokenMessenger not supported");
    uint256 amount = uint256(bytes32(body[68:100]));
    uint256 fee = uint256(bytes32(body[164:196]));
    uint256 expiration = uint256(bytes32(body[196:228]));
    require(expiration == 0 || expiration > block.number, "Message expired and must be re-signed");
    require(fee <= uint256(bytes32(body[132:164])), "Fee exceeds max fee");
    address recipient = address(uint160(uint256(bytes32(body[36:68]))));
    require(token.transfer(recipient, amount - fee), "transfer");
    emit MintAndWithdraw(recipient, amount - fee, address(token), fee);
  }
}
